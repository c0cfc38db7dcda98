import { Link } from 'wouter';
import { Sample, SignInForm, Terms } from '../features/auth/sign-in.tsx';
import { texts } from '../features/auth/texts.ts';
import { texts as uiTexts } from '../ui/texts.ts';
import { useConfig } from './config-context.ts';
import { HomeLink } from './home-link.tsx';
import { LanguageField } from './language-field.tsx';
import { usePage } from './use-page.ts';

/** The start of every visit without a session. The server draws it too (draw-pages.tsx). */
export function AuthPage() {
  const { market, publicRecord, contact } = useConfig();
  const record = publicRecord ? 'public' : 'closed';
  const main = usePage(texts.form);
  return (
    <div className="page">
      <main ref={main} tabIndex={-1} className="wrap auth-main">
        <div className="auth">
          <div className="auth__intro">
            <div className="auth__top">
              <HomeLink />
              <LanguageField />
            </div>
            <h1>{texts.headline}</h1>
            <p>{market ? texts.promise({ record }) : texts.promiseOfDraws}</p>
            <p>{texts.wasShown({ check: <Link href="/check" /> })}</p>
          </div>
          <div className="auth__side">
            <SignInForm contact={contact} />
            <Sample record={market ? record : undefined} />
          </div>
          <Terms contact={contact} />
          <p className="risk note">{uiTexts.risk}</p>
        </div>
      </main>
    </div>
  );
}
