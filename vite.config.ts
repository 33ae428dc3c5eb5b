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

/**
 * Chunks by what opens together, so that a screen needs few round trips: the frame, what several screens share, the
 * schedule, the results, what every command needs, the drawer, the forms. Whatever is left makes a file a page.
 */
const SHARED =
  /(?:parts\/(?:ViewPlaceholder|EstadoPill|Later)|horario\/(?:Seguir|seguidos|Titulo|Tuyo|tuyas)|ui\/(?:Pill|SearchField|TableHead|useModo|useTell)|domain\/(?:busqueda|categoria|calificacion|numero|retiro|seguidos))\.\w+$/
/** The icons of the schedule, the results and the toasts, which other screens also use. */
const SHARED_ICONS = /lucide\/.+\/(?:check|check-check|chevron-down|equal|search|undo-2|x)\.\w+$/
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'marco', tags: ['$initial'], priority: 4 },
  { name: 'piezas', test: new RegExp(`${SHARED.source}|${SHARED_ICONS.source}`), priority: 3 },
  // A password field shows them, and needs nothing else of the pieces.
  { name: 'ojos', test: /lucide\/.+\/(?:eye|eye-off)\.\w+$/, priority: 3 },
  { name: 'horario', test: /web\/horario\/HorarioPage\.tsx$/, priority: 2 },
  { name: 'resultados', test: /web\/calificaciones\/ResultadosPage\.tsx$/, priority: 2 },
  { name: 'detalle', test: /web\/calificaciones\/DetallePage\.tsx$/, priority: 1 },
  { name: 'acto', test: /web\/(?:api\/(?:request|send|useCommand)|ui\/useMount|ui\/useChosen)\.ts$/, priority: 2 },
  // What the schedule shows after its first picture.
  {
    name: 'despues',
    test: /web\/(?:parts\/DiaRadios|horario\/(?:Busqueda|CategoriaIndex|ProximoDia|Sigo|TurnoAnnouncer))\.tsx$/,
    priority: 1.5,
  },
  // The forms need it without the menu.
  { name: 'modal', test: /web\/ui\/(?:Modal|KeepFocus)\.tsx$/, priority: 2 },
  { name: 'utilidades', test: /web\/organizador\.css$/, priority: 3 },
  { name: 'pregunta', test: /web\/ui\/(?:UnsavedGuard|confirm)\.tsx$/, priority: 1 },
  { name: 'menu', test: /web\/app\/(?:Menu\.tsx|icons\.ts|pages\.ts)$/, priority: 1 },
  { name: 'iconos', test: /node_modules\/lucide\//, priority: 1 },
  { name: 'formularios', test: /web\/(?:ui\/(?:Field|Dialog|Card)\.tsx|api\/useCommandForm\.ts)$/ },
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
