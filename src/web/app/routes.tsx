import { Suspense, useState } from 'react'
import { session } from '../api/session.ts'
import { connection } from '../live/tab.ts'
import { PATHS, ROWS, type Path } from '../paths.ts'
import { Redirect, matchAddress, type Params } from '../address.ts'
import { PortadaPage } from '../portada/PortadaPage.tsx'
import { Empty, WITHOUT_SIGNAL, Loading } from '../ui/Empty.tsx'
import { lazyPart, type LazyPart } from '../ui/lazyPart.tsx'
import { useStore } from '../ui/store.ts'
import type { Page } from './pages.ts'

const loadHorario = async () => (await import('../horario/HorarioPage.tsx')).HorarioPage
const loadResultados = async () => (await import('../calificaciones/ResultadosPage.tsx')).ResultadosPage
const loadDetalle = async () => (await import('../calificaciones/DetallePage.tsx')).DetallePage

const loadPages = () => import('./pages.ts')

/** Loads the code of the pages that most people open next. A failure is shown when they open one. */
export function loadNext(): void {
  for (const load of [loadHorario, loadResultados, loadDetalle, loadPages]) void load().catch(() => undefined)
}

/**
 * Each page is a file of its own, loaded when it is first opened. Home is part of the first file: it replaces what the HTML
 * has painted, without a flash.
 */
const PUBLIC = {
  '/': PortadaPage,
  '/horario': lazyPart(loadHorario),
  '/calificaciones': lazyPart(loadResultados),
  '/calificaciones-detalle/:dia/:categoria/:nombre': lazyPart(loadDetalle),
} satisfies Partial<Record<Path, Page | LazyPart<{ params: Params }>>>

// One page for each address.
const COMPONENTS = Object.fromEntries(
  ROWS.map(([path]) => [path, isPublic(path) ? PUBLIC[path] : lazyPart(async () => (await loadPages()).PAGES[path]())]),
) as Record<Path, Page | LazyPart<{ params: Params }>>

function isPublic(path: Path): path is keyof typeof PUBLIC {
  return path in PUBLIC
}

export interface Route {
  readonly path: Path
  readonly params: Params
}

/** The screen of an address; `undefined` for an unknown address. */
export function matchRoute(address: string): Route | undefined {
  for (const [path] of ROWS) {
    const params = matchAddress(path, address)
    if (params) return { path, params }
  }
  return undefined
}

/** Loads the code of a page before the first render. Code that arrives when `isInTime` returns false is not used. */
export async function preloadPage(path: Path, isInTime: () => boolean): Promise<void> {
  const page = COMPONENTS[path]
  if ('preload' in page) await page.preload(isInTime)
}

/** Few people need it. Without its code the person is led home all the same. */
const Refusal = lazyPart<{ path: Path }>(() =>
  import('./Refused.tsx').then(
    ({ Refused }) => Refused,
    () => Home,
  ),
)
const Home = () => <Redirect to="/" />

/**
 * The page of an address. Redirects home a person whose role may not open it, once the session is known. Home says why, unless
 * the page was open: then the session has changed, which a toast says.
 */
export function CurrentPage({ place }: { place: Route | undefined }) {
  const sesion = useStore(session)
  const [wasOpen, setOpen] = useState(false)
  if (!place) return <Home />
  const { path, params } = place
  const isOpen = PATHS[path].roles.some((role) => role === (sesion?.role ?? 'visitante'))
  if (!isOpen && !sesion) return <Opening />
  if (!isOpen && wasOpen) return <Home />
  if (isOpen && !wasOpen) setOpen(true)
  const Page = COMPONENTS[path]
  return <Suspense fallback={<Opening />}>{isOpen ? <Page params={params} /> : <Refusal path={path} />}</Suspense>
}

/** The placeholder of a page until its code and the session arrive. */
function Opening() {
  const { estado } = useStore(connection)
  return (
    <main className="page">
      {estado === 'sin conexión' ? <Empty title={WITHOUT_SIGNAL} /> : <Loading>Abriendo...</Loading>}
    </main>
  )
}
