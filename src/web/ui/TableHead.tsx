/** The head of a table. Its roles are explicit: browsers drop them from a table that CSS lays out as cards. */
export function TableHead({ columns, className }: { columns: readonly string[]; className?: string | undefined }) {
  return (
    <thead role="rowgroup" className={className}>
      <tr role="row">
        {columns.map((column) => (
          <th key={column} role="columnheader" scope="col">
            <span>{column}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
