import { Die } from '../../ui/die.tsx';
import { RiskNote } from '../../ui/risk-note.tsx';
import './auth.css';

/** How a trader gets a key. */
export function Terms() {
  return (
    <section className="terms" aria-labelledby="terms-heading">
      <h2 id="terms-heading">Terms &amp; Conditions</h2>
      <ol className="terms__steps">
        <li>
          <Die value={1} className="terms__die" />
          <span>Open an account at the partner broker</span>
        </li>
        <li>
          <Die value={2} className="terms__die" />
          <span>Deposit at least $25</span>
        </li>
        <li>
          <Die value={3} className="terms__die" />
          <span>Send your trader ID to the provider by phone</span>
        </li>
        <li>
          <Die value={4} className="terms__die" />
          <span>Receive your key within 24 hours</span>
        </li>
      </ol>
      <RiskNote />
    </section>
  );
}
