import './report.css';

/** Why something could not be done, in one sentence; nothing while there is none. */
export function Refused({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p className="problem" role="alert">
      {why}
    </p>
  );
}
