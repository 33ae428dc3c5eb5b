import type { ReactNode } from 'react'
import { categorias as categoriasView } from '#contract/categorias.ts'
import { mesaDeDia, type CategoriaMesaPart } from '#contract/competidores.ts'
import { programaDeDia } from '#contract/programa.ts'
import { jueces as juecesView } from '#contract/views/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { portada, type Portada } from '#contract/views/portada.ts'
import { tituloOf } from '#domain/categoria.ts'
import { criteriosOfTipo, type TipoCriterios } from '#domain/criterios.ts'
import { diaTitle, isDia, type Dia } from '#domain/dia.ts'
import { fechaHoraText, formatHora } from '#domain/hora.ts'
import type { Juez } from '#domain/jurado.ts'
import { juecesDeHojas, numeradosOf, porCompania, type Numerado } from '#domain/papel.ts'
import { lineasDePlan, planDe } from '#domain/plan.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { Redirect, type Params } from '../address.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { useMount } from '../ui/useMount.ts'
import './papel.css'

const TITULOS = {
  orden: 'Orden del día',
  companias: 'Orden por compañía',
  hojas: 'Hojas de juez',
  programa: 'Programa',
} as const
type Papel = keyof typeof TITULOS

const isPapel = (value: string | undefined): value is Papel => value !== undefined && Object.hasOwn(TITULOS, value)

/** The title of a paper: `Programa, Jueves 3 de diciembre`, the day alone while it has no date. */
function titleOf(papel: Papel, dia: Dia, { fechas }: Portada['evento']): string {
  return `${TITULOS[papel]}, ${diaTitle(fechas?.[dia].larga ?? dia)}`
}

/** The papers of a day. The page prints itself once, when it is complete. */
export function PapelPage({ params: { papel, dia } }: { params: Params }) {
  if (!isPapel(papel) || !isDia(dia)) return <Redirect to="/" />
  if (papel === 'programa') return <Programa dia={dia} />
  return papel === 'companias' ? <Companias dia={dia} /> : <Loaded papel={papel} dia={dia} />
}

/** The entries of each company, for its people: with the published times, until then with those of the plan. */
function Companias({ dia }: { dia: Dia }) {
  const evento = useView(portada, {})?.evento
  const desk = useView(mesaDeDia, { dia })
  const programa = useView(programaDeDia, { dia })
  const now = useServerClock('minute')
  if (!evento || !desk || !programa) {
    const views = [portada.name, viewKey(mesaDeDia, { dia }), viewKey(programaDeDia, { dia })]
    return <Waiting papel="companias" of={views} />
  }
  const { inicios = {} } = programa.publicado ?? planDe(programa, now) ?? {}
  const title = titleOf('companias', dia, evento)
  return (
    <main className="papel">
      <h1 className="sr-only">{title}</h1>
      {porCompania(desk.categorias).map(({ compania, entradas }) => (
        <table role="table" key={compania} className="papel-compania">
          <Head columns={['Número', 'Hora', 'Competidor', 'Categoría']}>
            <PapelHead evento={evento} title={title} />
            <p className="mt-2 text-18">
              <b>{compania}</b>
            </p>
          </Head>
          <tbody role="rowgroup">
            {entradas.map(({ numero, competidor, categoria }) => (
              <tr role="row" key={competidor.id}>
                <td role="cell" className="papel-number">
                  {numero}
                </td>
                <td role="cell" className="papel-number">
                  {formatHora((competidor.retiro === null && inicios[competidor.id]) || null, evento.zonaHoraria)}
                </td>
                <td role="cell" className="papel-name">
                  <Nombre competidor={competidor} />
                </td>
                <td role="cell">{tituloOf(categoria)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <Print />
    </main>
  )
}

/** The plan of a day, as its screen shows it. */
function Programa({ dia }: { dia: Dia }) {
  const evento = useView(portada, {})?.evento
  const programa = useView(programaDeDia, { dia })
  const now = useServerClock('minute')
  if (!evento || !programa) return <Waiting papel="programa" of={[portada.name, viewKey(programaDeDia, { dia })]} />
  const { categorias, pausas, zonaHoraria } = programa
  const title = titleOf('programa', dia, evento)
  return (
    <main className="papel">
      <h1 className="sr-only">{title}</h1>
      <table role="table">
        <Head columns={['Número', 'Hora', 'Competidor', 'Compañía', 'Categoría', 'Nota']}>
          <PapelHead evento={evento} title={title} />
        </Head>
        {lineasDePlan(categorias, pausas, planDe(programa, now)).map((lineas) => (
          <tbody role="rowgroup" key={lineas[0]?.id}>
            {lineas.map((linea) => (
              <tr role="row" key={linea.id}>
                <td role="cell" className="papel-number">
                  {linea.entrada?.numero ?? linea.numero}
                </td>
                <td role="cell" className="papel-number">
                  {formatHora(linea.inicio, zonaHoraria)}
                </td>
                {linea.pausa ? (
                  <td role="cell" colSpan={4}>
                    <b>{linea.pausa.titulo}</b>
                  </td>
                ) : (
                  <>
                    <td role="cell" className="papel-name">
                      {linea.entrada.retirada ? <s>{linea.entrada.nombre}</s> : linea.entrada.nombre}
                    </td>
                    <td role="cell">{linea.entrada.compania}</td>
                    <td role="cell">{linea.categoria.nombre}</td>
                    <td role="cell">{linea.entrada.nota}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <Print />
    </main>
  )
}

function Loaded({ papel, dia }: { papel: 'orden' | 'hojas'; dia: Dia }) {
  const evento = useView(portada, {})?.evento
  const desk = useView(mesaDeDia, { dia })
  const jueces = useView(juecesView, {})
  const categorias = useView(categoriasView, {})
  if (!evento || !desk || !jueces || !categorias)
    return (
      <Waiting papel={papel} of={[portada.name, viewKey(mesaDeDia, { dia }), juecesView.name, categoriasView.name]} />
    )
  const tipos = new Map(categorias.categorias.map(({ id, tipoCriterios }) => [id, tipoCriterios]))
  const title = titleOf(papel, dia, evento)
  const head = <PapelHead evento={evento} title={title} />
  return (
    <main className="papel">
      <h1 className="sr-only">{title}</h1>
      {papel === 'orden' ? (
        <Orden categorias={desk.categorias} head={head} />
      ) : (
        <Hojas dia={dia} categorias={desk.categorias} jueces={jueces.jueces} tipos={tipos} head={head} />
      )}
      <Print />
    </main>
  )
}

function Waiting({ papel, of }: { papel: Papel; of: readonly string[] }) {
  return (
    <main className="page">
      <ViewPlaceholder of={of} failed={`No se abrió: ${TITULOS[papel]}`} what={TITULOS[papel].toLowerCase()} />
    </main>
  )
}

/** Mounted with the complete page. */
function Print() {
  useMount(() => void document.fonts.ready.then(() => globalThis.print()))
  return null
}

function PapelHead({ evento, title }: { evento: Portada['evento']; title: string }) {
  const now = useServerClock('minute')
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <span>
        <b>{evento.nombre}</b> {title}
      </span>
      <span>Impreso: {fechaHoraText(now, evento.zonaHoraria)}</span>
    </p>
  )
}

type Linea = Numerado<CategoriaMesaPart>

/** The name of an entry; a withdrawn one is struck through, with its state. */
function Nombre({ competidor: { nombre, retiro } }: Pick<Linea, 'competidor'>) {
  if (retiro === null) return nombre
  return (
    <>
      <s>{nombre}</s> {retiroTitle(retiro)}
    </>
  )
}

function Orden({ categorias, head }: { categorias: readonly CategoriaMesaPart[]; head: ReactNode }) {
  return (
    <table role="table">
      <Head columns={['Número', 'Categoría', 'Competidor', 'Compañía']}>{head}</Head>
      {numeradosOf(categorias).map(({ categoria, numerados }) => (
        <tbody role="rowgroup" key={categoria.id}>
          {numerados.map(({ numero, competidor }) => (
            <tr role="row" key={competidor.id}>
              <td role="cell" className="papel-number">
                {numero}
              </td>
              <td role="cell">{tituloOf(categoria)}</td>
              <td role="cell" className="papel-name">
                <Nombre competidor={competidor} />
              </td>
              <td role="cell">{competidor.compania}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface HojasProps {
  readonly dia: Dia
  readonly categorias: readonly CategoriaMesaPart[]
  readonly jueces: readonly Juez[]
  readonly tipos: ReadonlyMap<string, TipoCriterios>
  readonly head: ReactNode
}

/** A blank sheet for each judge of each category that has entries. */
function Hojas({ dia, categorias, jueces, tipos, head }: HojasProps) {
  return numeradosOf(categorias)
    .filter(({ numerados }) => numerados.length > 0)
    .flatMap(({ categoria, numerados }) => {
      const criterios = criteriosOfTipo(tipos.get(categoria.id) ?? 'general')
      return juecesDeHojas(jueces, { id: categoria.id, dia }).map((juez) => (
        <section key={`${categoria.id} ${juez}`} className="papel-hoja">
          <table role="table">
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
                <tr role="row" key={competidor.id} className="papel-blank">
                  <td role="cell" className="papel-number">
                    {numero}
                  </td>
                  <td role="cell">
                    <Nombre competidor={competidor} />
                  </td>
                  {[...criterios, null].map((criterio) => (
                    <td role="cell" key={criterio?.clave ?? 'total'} aria-label={criterio?.nombre ?? 'Total'} />
                  ))}
                </tr>
              ))}
              <tr role="row" className="papel-firma">
                <td role="cell" colSpan={criterios.length + 3}>
                  <span>Firma:</span>
                  <span>Fecha:</span>
                </td>
              </tr>
            </tbody>
          </table>
        </section>
      ))
    })
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
