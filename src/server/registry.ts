import type { FastifyInstance } from 'fastify'
import { accesoRoutes } from './acceso/routes.ts'
import { detalleView, resultadosView } from './calificaciones/views.ts'
import { categoriasRoutes } from './categorias/routes.ts'
import { categoriasView } from './categorias/views.ts'
import { competidoresRoutes } from './competidores/routes.ts'
import { mesaView } from './competidores/views.ts'
import type { Deps } from './deps.ts'
import type { Kept } from './files/sweep.ts'
import { horarioRoutes } from './horario/routes.ts'
import { controlView, horarioView } from './horario/views.ts'
import { MUSICA_KEPT } from './inscripciones/musica.ts'
import { inscripcionesRoutes } from './inscripciones/routes.ts'
import { misInscripcionesView } from './inscripciones/views.ts'
import type { Projection } from './live/project.ts'
import { paisesRoutes } from './paises/routes.ts'
import { portadaRoutes } from './portada/routes.ts'
import { portadaView } from './portada/views.ts'
import { FOTOS_KEPT } from './usuarios/foto.ts'
import { usuariosRoutes } from './usuarios/routes.ts'
import { perfilView, usuariosView } from './usuarios/views.ts'

/** The server's table of contents: every subject's acts … */
export function routes(app: FastifyInstance, deps: Deps): void {
  accesoRoutes(app, deps)
  categoriasRoutes(app, deps)
  competidoresRoutes(app, deps)
  horarioRoutes(app, deps)
  inscripcionesRoutes(app, deps)
  paisesRoutes(app, deps)
  portadaRoutes(app, deps)
  usuariosRoutes(app, deps)
}

/** … every live view … */
export function views(zona: string): Projection[] {
  return [
    portadaView(zona),
    horarioView(zona),
    categoriasView(zona),
    misInscripcionesView(zona),
    mesaView(zona),
    controlView(zona),
    resultadosView,
    detalleView,
    perfilView,
    usuariosView,
  ]
}

/** … and every folder of stored files that is swept of what nothing names. */
export function kept(): Kept[] {
  return [...FOTOS_KEPT, MUSICA_KEPT]
}
