/** A filled pip for what is open or chosen, a hollow one for what is not. Always beside words that say so. */
export function Pip({ isOn }: { readonly isOn: boolean }) {
  return <span className={isOn ? 'pip' : 'pip pip--off'} aria-hidden="true" />;
}
