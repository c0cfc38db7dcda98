/** The places of a small die's pips: none, and one to four. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[50, 50]],
  [
    [29, 71],
    [71, 29],
  ],
  [
    [29, 71],
    [50, 50],
    [71, 29],
  ],
  [
    [29, 29],
    [29, 71],
    [71, 29],
    [71, 71],
  ],
];

/** The face of a die, 0 to 4. Decoration. */
export function Die({ value, className }: { readonly value: 0 | 1 | 2 | 3 | 4; readonly className: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" fill="currentColor" aria-hidden="true">
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="10" />
      ))}
    </svg>
  );
}
