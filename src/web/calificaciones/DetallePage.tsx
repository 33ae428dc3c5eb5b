import { ChevronLeft, ChevronRight, LockKeyhole, SearchX } from 'lucide'
import { Suspense, type ReactNode } from 'react'
import { conNumero } from '#domain/numero.ts'
import { formatPuntos } from '#domain/calificacion.ts'
import { DIAS } from '#domain/dia.ts'
import { METODO_DEFAULT, metodoTitle } from '#domain/metodo.ts'
import { formatCount } from '#domain/plural.ts'
import { desgloseOf } from '#domain/resultados.ts'
import { viewKey } from '#contract/view.ts'
import {
  detalle,
  NO_DETALLE,
  resultados,
  type Detalle,
  type IntentoAnulado,
  type MarcaDeDetalle,
} from '#contract/views/calificaciones.ts'
import { detalleEnRuta, filaDe, type Ruta, isRetenidaEnRuta } from '#contract/views/ruta.ts'
import { useView, useViews } from '../live/tab.ts'
import { EstadoPill, ReabiertaPill, RetiroPill } from '../parts/EstadoPill.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Icon } from '../ui/Icon.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { useSubject, type Params } from '../address.ts'
import { Empty } from '../ui/Empty.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Compartir } from './Compartir.tsx'
import { MarcasTable } from './MarcasTable.tsx'
import { hasMedalla, Medalla } from './Medalla.tsx'
import { NoPublicado } from './NoPublicado.tsx'
import { hrefToDetalle, readRuta, RESULTADOS } from './ruta.ts'
import './detalle.css'

/** The marks of each judge for an entry, and their sum. */
export function DetallePage({ params }: { params: Params }) {
  const ruta = readRuta(params)
  return (
    <main className="page">
      {ruta ? <DetalleDeCompetidor ruta={ruta} /> : <Sheet found={NO_DETALLE} fila={undefined} of={[]} />}
    </main>
  )
}

type Found = Extract<Detalle, { encontrado: true }>
type Fila = ReturnType<typeof filaDe>

/** Finds the entry of an address in the results, opens its view and draws it. */
function DetalleDeCompetidor({ ruta }: { ruta: Ruta }) {
  const { dia } = ruta
  const own = useView(resultados, { dia })
  const isElsewhere = own !== undefined && !detalleEnRuta([own], ruta)
  const rest = useViews(
    resultados,
    DIAS.map((of) => (isElsewhere && of !== dia ? { dia: of } : undefined)),
  )
  const days = [own, ...rest].flatMap((day) => day ?? [])
  const params = detalleEnRuta(days, ruta)
  const found = useView(detalle, params)
  const day = days.find((of) => of.dia === params?.dia)
  if (params && day) return <Sheet found={found} fila={filaDe(day, params)} of={[viewKey(detalle, params)]} />
  const retenida = days.some((of) => isRetenidaEnRuta(of, ruta))
  const missing = own && days.length === DIAS.length ? { ...NO_DETALLE, visible: own.visible, retenida } : undefined
  return <Sheet found={missing} fila={undefined} of={DIAS.map((of) => viewKey(resultados, { dia: of }))} />
}

const STAGE = 'stage beams rounded-16 px-5 pt-4 pb-3'
const LINK = 'inline-flex min-h-11 items-center gap-1.5 text-15 font-semibold text-link'
const TITLE = 'font-sans text-15 font-medium text-muted'

/** What the classes of the sheet depend on: there is nothing to show, the marks load, or they are there. */
const LOOKS = {
  missing: { sheet: 'grid gap-4', top: '', title: 'text-36 lg:text-48' },
  loading: { sheet: 'detalle', top: `${STAGE} min-h-56`, title: TITLE },
  found: { sheet: 'detalle', top: STAGE, title: TITLE },
} as const

/** The heading stays the same element while the data load, so that it keeps the focus. */
function Sheet({ found, fila, of }: { found: Detalle | undefined; fila: Fila; of: readonly string[] }) {
  const entry = found?.encontrado ? found : undefined
  useSubject(entry?.nombre)
  const look = LOOKS[found ? (entry ? 'found' : 'missing') : 'loading']
  return (
    <>
      <div className="-mt-3 mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <a href={RESULTADOS} className={LINK}>
          <Icon of={ChevronLeft} size={18} />
          Calificaciones
        </a>
        {entry && fila && <Compartir title={`${entry.nombre}, ${entry.categoria}`} href={hrefToDetalle(fila.ruta)} />}
      </div>
      <div className={look.sheet}>
        <div>
          <section className={look.top}>
            <h1 className={look.title}>Detalles de calificación</h1>
            {entry && <Resumen found={entry} fila={fila} />}
          </section>
          {entry && <SumaCard found={entry} />}
          {entry && <Vecinos fila={fila} />}
        </div>
        <div>
          <Calificaciones found={found} of={of} />
        </div>
      </div>
    </>
  )
}

/** The links to the entries above and below in the table of the results. */
function Vecinos({ fila }: { fila: Fila }) {
  const { anterior, siguiente } = fila ?? {}
  if (!anterior && !siguiente) return null
  return (
    <nav aria-label="Competidores de la categoría" className="mt-2 flex justify-between">
      {anterior && (
        <a href={hrefToDetalle(anterior)} className={LINK}>
          <Icon of={ChevronLeft} size={18} />
          Anterior
        </a>
      )}
      {siguiente && (
        <a href={hrefToDetalle(siguiente)} className={`${LINK} ml-auto`}>
          Siguiente
          <Icon of={ChevronRight} size={18} />
        </a>
      )}
    </nav>
  )
}

/** The marks of the judges, and below them who does not count and the annulled attempts; or why there are none. */
function Calificaciones({ found, of }: { found: Detalle | undefined; of: readonly string[] }) {
  if (!found) return <ViewPlaceholder of={of} failed="No se abrió la calificación" what="calificación" />
  if (!found.encontrado) return found.visible ? <Ausente isRetenida={found.retenida} /> : <NoPublicado />
  const { sinContar, intentos } = found
  return (
    <>
      <Marcas found={found} />
      {sinContar && <p className="mt-3 text-15 text-muted">Sin contar: {sinContar.join(', ')}</p>}
      {intentos && <Intentos intentos={intentos} of={found} />}
    </>
  )
}

/** The arithmetic of an entry by the method of its category. */
function desgloseDe(found: Found) {
  return desgloseOf(found, {
    metodo: found.metodo ?? METODO_DEFAULT,
    efectoOf: ({ noCuenta, excluido, lugar = null }) => ({ cuenta: !noCuenta, lugar, ...(excluido && { excluido }) }),
  })
}

function Resumen({ found, fila }: { found: Found; fila: Fila }) {
  const { categoria, dia, retiro, metodo, vieneDe, pasaA, jueces, razones = [] } = found
  return (
    <>
      <Puesto found={found} fila={fila} />
      <h2 className="mt-2 text-36">{conNumero(found)}</h2>
      <p className="mt-1.5 text-muted">
        {categoria} - {dia}
        {metodo && <span className="block text-15">{metodoTitle(metodo)}</span>}
        {vieneDe && <span className="block text-15">Viene de {vieneDe}</span>}
      </p>
      <p className="mt-4 font-display text-18 leading-none font-semibold text-gold">TOTAL PUNTOS</p>
      <p className="num text-[4.5rem] leading-[1.1] text-gold lg:text-[5rem]">
        {found.oculto ? '–' : formatPuntos(desgloseDe(found).total)}
      </p>
      {jueces && <p className="text-15 text-muted">{jueces}</p>}
      {razones.map((razon) => (
        <p key={razon} className="text-15">
          {razon}
        </p>
      ))}
      {pasaA && <p className="text-15">Pasa a {pasaA}</p>}
      {retiro && <p className="mt-1 text-15 text-muted">{retiro.motivo ?? 'No tiene lugar en el resultado.'}</p>}
    </>
  )
}

/** The place of an entry and the state of its result, as far as there are any. */
function Puesto({ found: { estado, decision, retiro }, fila }: { found: Found; fila: Fila }) {
  const lugar = fila?.lugar ?? null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
      {lugar !== null && (
        <>
          {hasMedalla(lugar) && (
            <span aria-hidden>
              <Medalla lugar={lugar} />
            </span>
          )}
          <span className="font-display text-22 leading-none font-semibold">Lugar {lugar}</span>{' '}
        </>
      )}
      {retiro && <RetiroPill estado={retiro.estado} />}
      {estado && <EstadoPill estado={estado} />}
      {estado && decision && <span className="text-15">{decision}</span>}
    </p>
  )
}

function Marcas({ found }: { found: Found }) {
  if (found.marcas.length > 0)
    return (
      <MarcasTable
        found={found}
        aportes={desgloseDe(found).aportes}
        actsOf={found.competidorId === null ? undefined : (marca) => actsOf(found, marca)}
      />
    )
  if (found.oculto) {
    return <Empty title="Envía tu calificación para ver las demás.">Antes no se muestran, tampoco el total.</Empty>
  }
  return <Empty title="No hay calificaciones registradas.">Aparecerán aquí en cuanto los jueces las envíen.</Empty>
}

/** Only the organisers load it. */
const ReopenMarca = lazyPart(async () => (await import('./ReopenMarca.tsx')).ReopenMarca)

/** For the organisers: reopens a sent mark, or says that it is reopened. */
function actsOf({ competidorId, nombre, pasaA }: Found, { juezId, juez, estado }: MarcaDeDetalle): ReactNode {
  if (estado === 'reabierta') return <ReabiertaPill />
  if (competidorId === null || juezId === undefined) return null
  return (
    <Suspense fallback={null}>
      <ReopenMarca competidorId={competidorId} competidor={nombre} juezId={juezId} juez={juez} pasaA={pasaA} />
    </Suspense>
  )
}

/** The annulled attempts of a repeated entry, for the organisers. */
function Intentos({ intentos, of: { criterios, maximo } }: { intentos: readonly IntentoAnulado[]; of: Found }) {
  return intentos.map(({ intento, motivo, marcas }) => {
    const titulo = `Intento ${intento} (anulado)`
    return (
      <section key={intento} aria-labelledby={`intento-${intento}`} className="mt-6">
        <h2 id={`intento-${intento}`} className="text-22">
          {titulo}
        </h2>
        <p className="mb-3 text-15 text-muted">
          Motivo: {motivo}
          {marcas.length === 0 && '. Nadie lo había calificado.'}
        </p>
        {marcas.length > 0 && (
          <MarcasTable
            titulo={titulo}
            found={{ criterios, ...(maximo !== undefined && { maximo }) }}
            aportes={desgloseOf({ marcas, penalizaciones: [] }).aportes}
          />
        )}
      </section>
    )
  })
}

/** Replaces the marks that an address does not lead to. */
function Ausente({ isRetenida = false }: { isRetenida?: boolean | undefined }) {
  return (
    <Empty
      icon={isRetenida ? LockKeyhole : SearchX}
      title={isRetenida ? 'Se anuncia en la premiación.' : 'No hay calificaciones registradas.'}
      act={
        <a href={RESULTADOS} className={buttonClass('brand')}>
          Ver calificaciones
        </a>
      }
    >
      {isRetenida
        ? 'Cuando se anuncie, aquí estará el resultado.'
        : 'Aquí no hay un competidor con ese nombre. Puede que haya cambiado de nombre o de categoría: búscalo en Calificaciones.'}
    </Empty>
  )
}

/** The arithmetic of a total: the sum of the judges who count, each penalty, the total. Nothing without marks or penalties. */
function SumaCard({ found }: { found: Found }) {
  if (found.oculto || found.marcas.length + found.penalizaciones.length === 0) return null
  const { aportes, sumados, suma, total } = desgloseDe(found)
  const jueces = formatCount(sumados, 'juez', 'jueces')
  return (
    <dl className="card mt-4 px-5 py-2">
      <div className="flex items-baseline justify-between gap-4 py-1.5">
        <dt className="text-15">
          Suma de {jueces}
          {sumados < aportes.length && (sumados === 1 ? ' que cuenta' : ' que cuentan')}
        </dt>
        <dd className="num text-18">{formatPuntos(suma)}</dd>
      </div>
      {found.penalizaciones.map(({ id, puntos, motivo, autor }) => (
        <div key={id} className="flex items-baseline justify-between gap-4 py-1.5">
          <dt className="text-15">
            Penalización
            <span className="block text-13 text-muted">
              {motivo} ({autor})
            </span>
          </dt>
          <dd className="num text-18 text-danger">{formatPuntos(-puntos)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line py-1.5 font-bold">
        <dt className="text-15">Total</dt>
        <dd className="num text-22">{formatPuntos(total)}</dd>
      </div>
    </dl>
  )
}
