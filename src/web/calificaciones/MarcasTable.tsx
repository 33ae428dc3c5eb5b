import type { ReactNode } from 'react'
import type { Centesimas } from '#domain/calificacion.ts'
import type { Criterio } from '#domain/criterios.ts'
import { alcanceOf, formatMarca, type Desglose } from '#domain/resultados.ts'
import type { MarcaDeDetalle } from '#contract/views/calificaciones.ts'

interface Props {
  /** The name of the table. */
  readonly titulo?: string
  readonly aportes: Desglose<MarcaDeDetalle>['aportes']
  readonly criterios: readonly Criterio[]
  /** The highest mark of a criterion; `undefined` when unknown. */
  readonly maximo: Centesimas | undefined
  /** The acts of the organisers on the mark of a judge. */
  readonly actsOf?: ((marca: MarcaDeDetalle) => ReactNode) | undefined
}

/** A row per judge, a column per criterion. On a narrow screen each row is a card. */
export function MarcasTable({ titulo = 'Calificaciones por juez', aportes, criterios, maximo, actsOf }: Props) {
  return (
    <table role="table" aria-label={titulo} className="marcas">
      <thead role="rowgroup" className="max-xl:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col">
            Juez
          </th>
          {criterios.map(({ clave, nombre }) => (
            <th key={clave} role="columnheader" scope="col">
              <span>{nombre}</span>
            </th>
          ))}
          <th role="columnheader" scope="col">
            Pts
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {aportes.map((aporte, at) => (
          // Two judges may have one name, and the public gets no ids of judges.
          <tr key={aporte.juezId ?? at} role="row" className="card">
            <th role="rowheader" scope="row">
              {aporte.juez}
              {actsOf && <span className="marcas-acts">{actsOf(aporte)}</span>}
            </th>
            {criterios.map(({ clave, nombre }) => (
              <td key={clave} role="cell">
                <Label>{nombre}</Label>
                <span className="num marca">{formatMarca(aporte.criterios[clave])}</span>
                <Bar texto={aporte.criterios[clave]} maximo={maximo} />
              </td>
            ))}
            <td role="cell" className="marcas-pts">
              <Label>Pts</Label>
              <span className={`num leading-[1.1] ${aporte.sinNumero ? 'text-18' : 'text-22'}`}>
                {formatMarca(aporte.l_calificacion)}
              </span>
              {aporte.sinNumero && <span className="block text-13 leading-tight text-wait">cuenta como 0.00</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of the column beside the mark, for the eye. Screen readers read the head of the column. */
function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className="marca-label">
      {children}
    </span>
  )
}

/** A bar whose length is the mark as a fraction of the highest one. */
function Bar({ texto, maximo }: { texto: string | undefined; maximo: Centesimas | undefined }) {
  return (
    <span aria-hidden className="marca-bar">
      <span style={{ width: `${alcanceOf(texto, maximo) * 100}%` }} />
    </span>
  )
}
