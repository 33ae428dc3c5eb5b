import type { FastifyInstance } from 'fastify'
import * as acceso from '#contract/acceso.ts'
import * as calificaciones from '#contract/calificaciones.ts'
import * as categorias from '#contract/categorias.ts'
import * as embargo from '#contract/embargo.ts'
import * as horario from '#contract/horario.ts'
import * as inscripciones from '#contract/inscripciones.ts'
import * as paises from '#contract/paises.ts'
import * as premiacion from '#contract/premiacion.ts'
import * as programa from '#contract/programa.ts'
import * as accesoCommands from './acceso/commands.ts'
import * as enlaces from './acceso/enlaces.ts'
import * as cierre from './calificaciones/cierre.ts'
import * as embargoCommands from './calificaciones/embargo.ts'
import { premiacionesView } from './calificaciones/views-premiaciones.ts'
import * as empate from './calificaciones/empate.ts'
import * as marcas from './calificaciones/marcas.ts'
import * as penalizacion from './calificaciones/penalizacion.ts'
import * as premiacionCommands from './calificaciones/premiacion.ts'
import * as repeticion from './calificaciones/repeticion.ts'
import * as retiro from './calificaciones/retiro.ts'
import * as categoriasCommands from './categorias/commands.ts'
import * as sorteo from './categorias/sorteo.ts'
import * as horarioCommands from './horario/commands.ts'
import * as carga from './inscripciones/carga.ts'
import * as inscripcionesCommands from './inscripciones/commands.ts'
import { undoCarga } from './inscripciones/deshacer.ts'
import * as programaCommands from './programa/commands.ts'
import { programaDeDiaView } from './programa/views.ts'
import { serveAll } from './http/route.ts'
import { sweepAcceso } from './acceso/sesiones.ts'
import { pruneLog } from './bitacora/store.ts'
import { bitacoraRoutes } from './bitacora/routes.ts'
import type { Chore } from './chores.ts'
import { juezView } from './calificaciones/views-juez.ts'
import { juradoView, panelView, tardiasView } from './calificaciones/views-jurado.ts'
import { detalleView, resultadosView } from './calificaciones/views.ts'
import { categoriasView } from './categorias/views.ts'
import { competidoresRoutes } from './competidores/routes.ts'
import { mesaDeDiaView, mesaView } from './competidores/views.ts'
import type { Deps } from './deps.ts'
import { isPlainBeyond, type Env } from './env.ts'
import { matchIdentity } from './identity.ts'
import { syncGaleria } from './evento/galeria.ts'
import { eventoRoutes } from './evento/routes.ts'
import { controlView, horarioDeDiaView, horarioView } from './horario/views.ts'
import { misInscripcionesView } from './inscripciones/views.ts'
import { juecesRoutes } from './jueces/routes.ts'
import { juecesView } from './jueces/views.ts'
import { pantallasRoutes } from './pantallas/routes.ts'
import { pantallasView, pantallaView } from './pantallas/views.ts'
import type { Projection } from './live/project.ts'
import { measurer } from './musica/measure.ts'
import { musicaRoutes } from './musica/tracks.ts'
import { forgetSubidas } from './musica/subidas.ts'
import { portadaView } from './portada/views.ts'
import { preparativosView } from './preparativos/views.ts'
import { sweep } from './sweep.ts'
import { usuariosRoutes } from './usuarios/routes.ts'
import { perfilView, usuariosView } from './usuarios/views.ts'
import { forgetKeys } from './work.ts'

/** Registers the HTTP routes of every subject. A folder with raw endpoints (files, streams) has a `routes.ts`. */
export function routes(app: FastifyInstance, deps: Deps): void {
  serveAll(app, deps, acceso, { ...accesoCommands, ...enlaces })
  serveAll(app, deps, calificaciones, { ...marcas, ...cierre, ...empate, ...penalizacion, ...retiro })
  serveAll(app, deps, embargo, embargoCommands)
  serveAll(app, deps, premiacion, premiacionCommands)
  serveAll(app, deps, categorias, { ...categoriasCommands, ...sorteo })
  serveAll(app, deps, horario, { ...horarioCommands, ...repeticion })
  serveAll(app, deps, inscripciones, { ...inscripcionesCommands, ...carga, undoCarga })
  serveAll(app, deps, programa, programaCommands)
  serveAll(app, deps, paises, { readPaises: (given) => given.paises.read() })
  bitacoraRoutes(app, deps)
  competidoresRoutes(app, deps)
  eventoRoutes(app, deps)
  juecesRoutes(app, deps)
  pantallasRoutes(app, deps)
  musicaRoutes(app, deps)
  usuariosRoutes(app, deps)
}

/** Every live view. */
export function views(env: Pick<Env, 'zonaHoraria' | 'host' | 'tls' | 'publicUrl'>): Projection[] {
  const zona = env.zonaHoraria
  return [
    portadaView(zona),
    horarioView(zona),
    horarioDeDiaView,
    categoriasView(zona),
    misInscripcionesView(zona),
    mesaView(zona),
    mesaDeDiaView,
    programaDeDiaView(zona),
    controlView(zona),
    juezView,
    juradoView,
    panelView,
    tardiasView,
    resultadosView,
    premiacionesView,
    pantallasView,
    pantallaView,
    detalleView,
    perfilView,
    usuariosView,
    juecesView,
    preparativosView(zona, { hasHttps: !isPlainBeyond(env) }),
  ]
}

/** Throws while the stored files are not those of the database. Gives a store that was away at the start its id. */
async function mustHaveIdentity(deps: Deps): Promise<void> {
  const fault = await matchIdentity(deps)
  if (fault !== null) throw new Error(fault)
}

const SECOND = 1_000
const HOUR = 60 * 60 * SECOND

/** Every chore. */
export function chores(): Chore[] {
  return [
    { everyMs: 5 * SECOND, run: syncGaleria, fault: 'the folder of images could not be read' },
    { everyMs: 30 * SECOND, run: measurer(), fault: 'the tracks of an import could not be measured' },
    {
      everyMs: 30 * SECOND,
      run: mustHaveIdentity,
      fault: 'the stored files could not be confirmed as those of this database',
    },
    { everyMs: HOUR, run: forgetSubidas, fault: 'the abandoned uploads could not be removed' },
    { everyMs: HOUR, run: sweep, fault: 'the stored files could not be swept' },
    { everyMs: HOUR, run: sweepAcceso, fault: 'the expired sessions could not be removed' },
    { everyMs: HOUR, run: forgetKeys, fault: 'the keys of old requests could not be removed' },
    { everyMs: HOUR, run: pruneLog, fault: 'the old rows of the log could not be removed' },
  ]
}
