/** One row of a table of figures. */
export function FigureRow({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column is its place
        <td key={column} className="number">
          {value}
        </td>
      ))}
    </tr>
  );
}
