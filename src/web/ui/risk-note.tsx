/** What everybody who reads a signal here should know first. */
export function RiskNote() {
  return (
    <p className="risk">
      Binary options are prohibited for retail clients in the EU and the UK and restricted elsewhere. Most
      retail accounts lose money. Nothing here is advice.
    </p>
  );
}
