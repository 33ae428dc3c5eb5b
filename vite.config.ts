import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { page } from './scripts/first-paint/page.ts'
import { worker } from './scripts/first-paint/worker.ts'
import { PROMISED } from './scripts/promised.ts'
import { markdown } from './scripts/markdown.ts'

const COMPRESSIBLE = /\.(?:css|html|js|json|svg|ttf|txt|webmanifest)$/
const WORTHWHILE_BYTES = 1_024

/** Matches modules by their paths below `src`, without extensions. */
const modules = (...paths: string[]): RegExp => new RegExp(`/src/(?:${paths.join('|')})\\.(?:tsx?|css)$`)
/** Matches icons by their names. */
const icons = (names: string): RegExp => new RegExp(`lucide/.+/(?:${names})\\.\\w+$`)
const either = (one: RegExp, other: RegExp): RegExp => new RegExp(`${one.source}|${other.source}`)
/** A group that takes a module only when at least two screens need it. A module that one screen needs stays in its file. */
const shared = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({ name, test, minShareCount: 2 })

/**
 * Chunks by what opens together, so that a screen needs few round trips. A module goes to the first group that matches it or
 * that needs it. Whatever is left makes a file a page. `.size-limit.mjs` says how many files a screen may need.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'marco', tags: ['$initial'] },
  {
    name: 'piezas',
    test: either(
      modules(
        'domain/(?:busqueda|categoria|calificacion|numero|retiro|seguidos)',
        'web/device/(?:judgeOfBrowser|puestoOfBrowser)',
        'web/horario/(?:Seguir|seguidos|Titulo|Tuyo|tuyas)',
        'web/parts/(?:ViewPlaceholder|EstadoPill|Later)',
        'web/ui/(?:Pill|SearchField|TableHead|useModo|useTell)',
      ),
      // The schedule, the results and the toasts show them, and other screens too.
      icons('check|check-check|chevron-down|equal|search|undo-2|x'),
    ),
  },
  { name: 'utilidades', test: modules('web/organizador') },
  { name: 'horario', test: modules('web/horario/HorarioPage') },
  { name: 'resultados', test: modules('web/calificaciones/ResultadosPage') },
  {
    name: 'acto',
    test: either(
      modules('web/api/(?:request|send|useCommand)', 'web/ui/(?:KeepFocus|Modal|saveFile|useChosen|useMount)'),
      // A password field shows them.
      icons('eye|eye-off'),
    ),
  },
  { name: 'detalle', test: modules('web/calificaciones/DetallePage') },
  // What the schedule shows after its first picture.
  {
    name: 'despues',
    test: modules('web/parts/DiaRadios', 'web/horario/(?:Busqueda|CategoriaIndex|ProximoDia|Sigo|TurnoAnnouncer)'),
  },
  { name: 'menu', test: modules('web/app/(?:Menu|icons|pages)') },
  { name: 'iconos', test: /node_modules\/lucide\// },
  { name: 'contrato', test: modules('contract/(?:define|fields)') },
  {
    name: 'formularios',
    test: modules('web/api/(?:useCommandForm|useQuery)', 'web/ui/(?:Card|confirm|Dialog|Field|UnsavedGuard)'),
  },
  shared('umbral', modules('contract/acceso', 'web/parts/Umbral')),
  shared('criterios', modules('domain/(?:criterios|elementos)')),
  // What the desk shares with tablets, screens and posts.
  shared(
    'reglas',
    modules(
      'contract/views/(?:jueces|pantallas)',
      'domain/(?:empate|fecha|horaEscrita|jurado|llegada|musica|pantalla|pesos|plan|premiacion|presencia|puntuaciones|ronda)',
      'web/ui/(?:timed|useFollow|usePageKeys)',
    ),
  ),
  shared('marcas', modules('contract/(?:calificaciones|presencia)')),
  shared('dispositivo', modules('web/device/.+')),
  shared('reproductor', modules('web/inscripciones/(?:PercentSlider|trackPlayer)')),
  shared('inscripciones', modules('contract/(?:competidores|inscripciones)', 'domain/inscripcion')),
  shared('archivo', modules('domain/problem', 'web/ui/FileButton')),
  shared('perfil', modules('contract/(?:paises|usuarios)', 'domain/formato', 'web/api/imageUpload', 'web/usuarios/.+')),
  shared(
    'inscribir',
    modules(
      'web/inscripciones/(?:borrador|CategoriaSelect|InscripcionForm|MusicaField|musicaUpload|rechazo|TextoFields)',
    ),
  ),
  // Judges open the contract of their links and the outbox without these files; the other exceptions go to the next two groups.
  shared(
    'organizador',
    modules(
      '(?:contract/(?!jueces)|domain/).+',
      'web/(?!calificaciones/|outbox/|parts/EnlaceAccess|ui/SecretDialog).+',
    ),
  ),
  shared('enlaces', modules('web/parts/EnlaceAccess', 'web/ui/SecretDialog')),
  shared('cierre', modules('web/calificaciones/.+')),
]

/** Compresses once, as hard as it goes, so that the server only sends: `x.js` gets `x.js.br` and `x.js.gz` beside it. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.parentPath.endsWith('.vite')) continue
        const file = join(entry.parentPath, entry.name)
        const bytes = readFileSync(file)
        if (bytes.length < WORTHWHILE_BYTES) continue
        const hints = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: hints }))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** The server that `npm run dev` starts beside the screens. */
const SERVER = `http://localhost:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  root: 'src/web',
  // The worker lists the files of the page, so it comes after it.
  plugins: [react(), tailwindcss(), markdown('/guia'), page(), worker(), precompress()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: Object.entries(PROMISED).map(([browser, version]) => browser + version),
    sourcemap: false,
    manifest: true,
    // Nothing as `data:`: the content policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What jspdf would fetch to turn whole web pages into PDF; nothing here asks it to.
    rolldownOptions: {
      external: ['canvg', 'dompurify', 'html2canvas'],
      // A round trip costs a slow phone more than a few kB that it needs only later.
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  // The address of the page stays, or the server refuses its writes. Modules of `web/api` are files, not endpoints.
  server: {
    proxy: {
      '^/(?:api/(?!.*\\.tsx?)|publico/|manifest.webmanifest)': { target: SERVER, changeOrigin: false },
    },
  },
})
