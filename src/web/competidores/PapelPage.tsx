import type { ReactNode } from 'react'
import { categorias as categoriasView, type CategoriaPart } from '#contract/categorias.ts'
import { mesaDeDia, type CategoriaMesaPart } from '#contract/competidores.ts'
import { programaDeDia, type ProgramaDeDia } from '#contract/programa.ts'
import { jueces as juecesView } from '#contract/views/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { portada } from '#contract/views/portada.ts'
import { tituloOf } from '#domain/categoria.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { diaTitle, isDia, type Dia } from '#domain/dia.ts'
import { fechaHoraText, formatHora } from '#domain/hora.ts'
import type { Juez } from '#domain/jurado.ts'
import { juecesDeHojas, numeradosOf, porCompania, type Numerado } from '#domain/papel.ts'
import { planDe, planDeDia } from '#domain/plan.ts'
import type { Publicacion } from '#domain/programa.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { Redirect, type Params } from '../address.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { useMount } from '../ui/useMount.ts'
import './papel.css'

const PAPELES = {
  orden: { titulo: 'Orden del día', Tablas: Orden },
  companias: { titulo: 'Orden por compañía', Tablas: Companias },
  hojas: { titulo: 'Hojas de juez', Tablas: Hojas },
  programa: { titulo: 'Programa', Tablas: Programa },
} as const
type Papel = keyof typeof PAPELES

const isPapel = (value: string | undefined): value is Papel => value !== undefined && Object.hasOwn(PAPELES, value)

/** The papers of a day. The page prints itself once, when it is complete. */
export function PapelPage({ params: { papel, dia } }: { params: Params }) {
  if (!isPapel(papel) || !isDia(dia)) return <Redirect to="/" />
  return <Loaded papel={papel} dia={dia} />
}

function Loaded({ papel, dia }: { papel: Papel; dia: Dia }) {
  const { titulo, Tablas } = PAPELES[papel]
  const evento = useView(portada, {})?.evento
  const desk = useView(mesaDeDia, { dia })
  const programa = useView(programaDeDia, { dia })
  // The other papers print also while the view of the judges fails.
  const deJueces = papel === 'hojas' ? {} : undefined
  const jueces = useView(juecesView, deJueces)?.jueces
  const tipos = useView(categoriasView, deJueces)?.categorias
  const now = useServerClock('minute')
  if (!evento || !desk || !programa || (deJueces && !(jueces && tipos))) {
    const ofDia = [viewKey(mesaDeDia, { dia }), viewKey(programaDeDia, { dia })]
    const views = [portada.name, ...ofDia, ...(deJueces ? [juecesView.name, categoriasView.name] : [])]
    return (
      <main className="page">
        <ViewPlaceholder of={views} failed={`No se abrió: ${titulo}`} what={titulo.toLowerCase()} />
      </main>
    )
  }
  // The day alone while it has no date.
  const title = `${titulo}, ${diaTitle(evento.fechas?.[dia].larga ?? dia)}`
  const head = (
    <p className="flex flex-wrap justify-between gap-x-6">
      <span>
        <b>{evento.nombre}</b> {title}
      </span>
      <span>Impreso: {fechaHoraText(now, evento.zonaHoraria)}</span>
    </p>
  )
  const { categorias } = desk
  const plan = planDe(programa, now)
  const data: Props = { dia, categorias, programa, plan, jueces: jueces ?? [], tipos: tipos ?? [], head }
  return (
    <main className="papel">
      <h1 className="sr-only">{title}</h1>
      <Tablas {...data} />
      <Print />
    </main>
  )
}

/** Mounted with the complete page. */
function Print() {
  useMount(() => void document.fonts.ready.then(() => globalThis.print()))
  return null
}

interface Props {
  readonly dia: Dia
  readonly categorias: readonly CategoriaMesaPart[]
  readonly programa: ProgramaDeDia
  /** What `Publicar programa` would keep now; null until the day has a start. */
  readonly plan: Publicacion | null
  /** For the sheets of the judges alone; else empty. */
  readonly jueces: readonly Juez[]
  /** All categories, with the type of their criteria: likewise. */
  readonly tipos: readonly CategoriaPart[]
  /** Event, title and time printed: repeated on each page. */
  readonly head: ReactNode
}

function Orden({ categorias, head }: Props) {
  return (
    <table role="table">
      <Head columns={['Número', 'Categoría', 'Competidor', 'Compañía']}>{head}</Head>
      {numeradosOf(categorias).map(({ categoria, numerados }) => (
        <tbody role="rowgroup" key={categoria.id}>
          {numerados.map(({ numero, competidor }) => (
            <tr role="row" key={competidor.id}>
              <Numero>{numero}</Numero>
              <td role="cell">{tituloOf(categoria)}</td>
              <Nombre competidor={competidor} />
              <td role="cell">{competidor.compania}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The entries of each company, for its people: with the published times, until then with those of the plan. */
function Companias({ categorias, programa: { publicado, zonaHoraria }, plan, head }: Props) {
  const { inicios = {} } = publicado ?? plan ?? {}
  return porCompania(categorias).map(({ compania, entradas }) => (
    // A company stays on one page where it fits: its part is cut off and handed over.
    <table role="table" key={compania} className="papel-compania break-inside-avoid [table+&]:mt-10">
      <Head columns={['Número', 'Hora', 'Competidor', 'Categoría']}>
        {head}
        <p className="mt-2 text-18">
          <b>{compania}</b>
        </p>
      </Head>
      <tbody role="rowgroup">
        {entradas.map(({ numero, competidor, categoria }) => (
          <tr role="row" key={competidor.id}>
            <Numero>{numero}</Numero>
            <Numero>{formatHora((competidor.retiro === null && inicios[competidor.id]) || null, zonaHoraria)}</Numero>
            <Nombre competidor={competidor} />
            <td role="cell">{tituloOf(categoria)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ))
}

/** The plan of a day, as its screen shows it. */
function Programa({ programa: { categorias, pausas, zonaHoraria }, plan, head }: Props) {
  return (
    <table role="table">
      <Head columns={['Número', 'Hora', 'Competidor', 'Compañía', 'Categoría', 'Nota']}>{head}</Head>
      {planDeDia(categorias, pausas, plan).map((fila) =>
        fila.tipo === 'pausa' ? (
          <tbody role="rowgroup" key={fila.pausa.id}>
            <tr role="row">
              <Numero />
              <Numero>{formatHora(fila.inicio, zonaHoraria)}</Numero>
              <td role="cell" colSpan={4}>
                <b>{fila.pausa.titulo}</b>
              </td>
            </tr>
          </tbody>
        ) : (
          <tbody role="rowgroup" key={fila.categoria.id}>
            {fila.categoria.entradas.map(({ id, numero, nombre, compania, nota, retirada }, index) => (
              <tr role="row" key={id}>
                <Numero>{numero ?? fila.turno + index}</Numero>
                <Numero>{formatHora(retirada ? null : (plan?.inicios[id] ?? null), zonaHoraria)}</Numero>
                <td role="cell" className="papel-name">
                  {retirada ? <s>{nombre}</s> : nombre}
                </td>
                <td role="cell">{compania}</td>
                <td role="cell">{fila.categoria.nombre}</td>
                <td role="cell">{nota}</td>
              </tr>
            ))}
          </tbody>
        ),
      )}
    </table>
  )
}

/** A blank sheet for each judge of each category that has entries. */
function Hojas({ dia, categorias, jueces, tipos, head }: Props) {
  return numeradosOf(categorias)
    .filter(({ numerados }) => numerados.length > 0)
    .flatMap(({ categoria, numerados }) => {
      const tipo = tipos.find(({ id }) => id === categoria.id)?.tipoCriterios
      const criterios = criteriosOfTipo(tipo ?? 'general')
      return juecesDeHojas(jueces, { id: categoria.id, dia }).map((juez) => (
        <section key={`${categoria.id} ${juez}`} className="papel-hoja">
          <table role="table" className="table-fixed">
            <colgroup>
              <col className="w-12" />
              <col className="w-[26%]" />
            </colgroup>
            <Head columns={['N.º', 'Competidor', ...criterios.map(({ nombre }) => nombre), 'Total']}>
              {head}
              <p className="mt-2 flex flex-wrap justify-between gap-x-6 text-18">
                <b>{tituloOf(categoria)}</b>
                <span className="min-w-60">Juez: {juez}</span>
              </p>
            </Head>
            <tbody role="rowgroup">
              {numerados.map(({ numero, competidor }) => (
                <tr role="row" key={competidor.id} className="*:h-11 *:border *:border-[#999]">
                  <Numero>{numero}</Numero>
                  <Nombre competidor={competidor} />
                  {[...criterios, null].map((criterio) => (
                    <td role="cell" key={criterio?.clave ?? 'total'} aria-label={criterio?.nombre ?? 'Total'} />
                  ))}
                </tr>
              ))}
              {/* On the page of the last entry. */}
              <tr role="row" className="break-before-avoid">
                <td role="cell" colSpan={criterios.length + 3} className="borderless pt-8">
                  <span className="inline-block w-[48%] border-b pb-1">Firma:</span>
                  <span className="ml-[4%] inline-block w-[48%] border-b pb-1">Fecha:</span>
                </td>
              </tr>
            </tbody>
          </table>
        </section>
      ))
    })
}

/** A number or a time, in a narrow column. */
function Numero({ children }: { children?: ReactNode }) {
  return (
    <td role="cell" className="digits font-semibold whitespace-nowrap sm:w-18 print:w-18">
      {children}
    </td>
  )
}

/** The name of an entry; a withdrawn one is struck through, with its state. */
function Nombre({ competidor: { nombre, retiro } }: Pick<Numerado<CategoriaMesaPart>, 'competidor'>) {
  return (
    <td role="cell" className="papel-name">
      {retiro === null ? nombre : <s>{nombre}</s>} {retiro && retiroTitle(retiro)}
    </td>
  )
}

/** The head of a table, which the browser repeats on each page. */
function Head({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <td role="cell" colSpan={columns.length}>
          {children}
        </td>
      </tr>
      <tr role="row">
        {columns.map((column) => (
          <th role="columnheader" key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
