import { Link } from 'wouter';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { Terms } from '../features/auth/terms.tsx';
import { useConfig } from './config-context.ts';
import { HomeLink } from './home-link.tsx';
import { usePage } from './use-page.ts';

/** Where everybody starts: sign in, or read how to come by a key. */
export function AuthPage() {
  const { market } = useConfig();
  const main = usePage('Sign in');
  return (
    <div className="page">
      <main ref={main} tabIndex={-1} className="wrap auth-main">
        <div className="auth">
          <div className="auth__text">
            <div className="auth__intro">
              <HomeLink />
              <h1>Signals that say what they are.</h1>
              <p>
                Random draws are labelled as random.{' '}
                {market
                  ? 'Market-driven signals are recorded before they are shown, and every one is scored.'
                  : 'For now every signal here is one, and none is market analysis.'}
              </p>
              <p>
                Were you shown a win rate? <Link href="/check">Check it.</Link>
              </p>
            </div>
            <Terms />
          </div>
          <SignInForm />
        </div>
      </main>
    </div>
  );
}
