/** The places of the pips, and of which values each is. */
const PIPS = [
  { x: 50, y: 50, of: [1, 3] },
  { x: 29, y: 71, of: [2, 3, 4] },
  { x: 71, y: 29, of: [2, 3, 4] },
  { x: 29, y: 29, of: [4] },
  { x: 71, y: 71, of: [4] },
];

/** The face of a die, 0 to 4. Decoration. */
export function Die({ value, className }: { readonly value: 0 | 1 | 2 | 3 | 4; readonly className: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" fill="currentColor" aria-hidden="true">
      {PIPS.filter(({ of }) => of.includes(value)).map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="10" />
      ))}
    </svg>
  );
}
