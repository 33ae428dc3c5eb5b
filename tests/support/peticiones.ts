import type { IncomingHttpHeaders } from 'node:http'
import { eventoDefault } from '#domain/evento.ts'
import { PASSWORD } from './cuentas.ts'
import { todos } from './marcas.ts'
import { PAUSA_ID, TRACK, type Mundo, type Quien } from './mundo.ts'

export interface Peticion {
  readonly params?: Readonly<Record<string, string>>
  readonly search?: string
  readonly headers?: IncomingHttpHeaders
  readonly payload?: object | Buffer
}

const TUS = { 'tus-resumable': '1.0.0' }
const NUEVA = 'una clave bien larga'
const PERFIL = { nombre: 'Ana', apellido: 'Paz', pais: 'Cuba' }
const VIERNES = { dia: 'viernes' }
const JUEVES = { dia: 'jueves' }
const ESCALA = { maximo: '20', paso: '0.5' }
const MOTIVO = { motivo: 'Se equivocó' }
const IMAGEN = { 'content-type': 'image/png' }

/** A valid request for every endpoint: only the actor can make it fail. */
export function peticionesOf(mundo: Mundo, quien: Quien, image: Buffer): Readonly<Record<string, Peticion>> {
  const { tokens, tercera, dueña, jurado } = mundo
  const tardia = { params: { id: jurado.tardiaId } }
  const categoria = { params: { id: mundo.categoriaId } }
  const entrada = { params: { id: mundo.entradaId } }
  const usuario = { params: { id: tercera.id } }
  const imagen = { params: { archivo: mundo.imagen } }
  const dia = { params: { dia: 'jueves' } }
  const datos = { nombre: 'Ana', compania: 'Son', categoriaId: mundo.categoriaId }
  const subida = mundo.listas[quien === 'otra' || quien === 'admin' ? quien : 'dueña']
  const parte = { params: { id: mundo.subida } }
  const juez = { params: { id: mundo.juez.id } }
  const pantalla = { params: { id: mundo.pantallaId } }
  const turno = { selectedRow: 0, competidorId: null }
  return {
    'GET /api/sesion': {},
    'POST /api/sesion': { payload: { email: tercera.email, password: PASSWORD } },
    'DELETE /api/sesion': {},
    'DELETE /api/sesiones': {},
    'GET /api/enlaces/:token': { params: { token: tokens.restablecer } },
    'POST /api/enlaces/:token/administrador': {
      params: { token: tokens.configurar },
      payload: { nombre: 'Amalia', email: `nueva-${dueña.id}@b.mx`, password: NUEVA },
    },
    'POST /api/enlaces/:token/contrasena': { params: { token: tokens.restablecer }, payload: { password: NUEVA } },
    'POST /api/enlaces': { payload: { email: 'nadie@b.mx' } },
    'GET /api/correo': {},
    'PUT /api/contrasena': { payload: { password: NUEVA } },
    'GET /api/paises': {},
    'POST /api/usuarios': { payload: { ...PERFIL, email: `alta-${dueña.id}@b.mx`, password: NUEVA } },
    'PUT /api/perfil': { payload: PERFIL },
    'DELETE /api/usuarios/:id': usuario,
    'PUT /api/usuarios/:id/activo': { ...usuario, payload: { activo: false } },
    'POST /api/usuarios/:id/enlace': usuario,
    'GET /api/usuarios/:id/foto': { params: { id: dueña.id } },
    'POST /api/fotos': { headers: IMAGEN, payload: image },
    'POST /api/categorias': { payload: { nombre: `Nueva ${dueña.id}`, ...VIERNES } },
    'PUT /api/embargo': { payload: { retener: true } },
    'PUT /api/categorias/:id/anuncio': categoria,
    'DELETE /api/categorias/:id/anuncio': categoria,
    'POST /api/categorias/:id/orden': { ...categoria, payload: { direccion: 'down' } },
    'PUT /api/categorias/:id/criterios': { ...categoria, payload: { criterios: 'casino' } },
    'POST /api/categorias/:id/ronda': {
      params: { id: jurado.cerradaId },
      payload: { nombre: `Final ${dueña.id}`, ...VIERNES, pasan: 1, orden: 'sorteo' },
    },
    'POST /api/categorias/:id/siguiente': { params: { id: jurado.rondaId } },
    'PUT /api/categorias/:id/metodo': { ...categoria, payload: { metodo: 'mayoria', ...MOTIVO } },
    'PUT /api/categorias/:id': {
      params: { id: mundo.sinDiaId },
      payload: { nombre: `Hallada ${dueña.id}`, ...VIERNES },
    },
    'POST /api/categorias/:id/competidores': { ...categoria, payload: { nombre: `Suelta ${dueña.id}`, compania: 'X' } },
    'DELETE /api/categorias/:id': categoria,
    'PUT /api/categorias/:id/cupo': { ...categoria, payload: { cupo: 9 } },
    'POST /api/competidores/:id/orden': { ...entrada, payload: { antesDe: null } },
    'POST /api/categorias/:id/sorteo': { params: { id: mundo.sinDiaId }, payload: MOTIVO },
    'POST /api/competidores/:id/lugar': { params: { id: mundo.sinOrdenId } },
    'DELETE /api/competidores/:id': entrada,
    'GET /api/competidores/:id/musica': entrada,
    'POST /api/dias/:dia/cierre': { params: VIERNES },
    'DELETE /api/dias/:dia/cierre': { params: { dia: 'sábado' }, payload: MOTIVO },
    'POST /api/inscripciones': { payload: { ...datos, subida } },
    'POST /api/cargas': {
      payload: {
        filas: [
          {
            ...VIERNES,
            categoria: `Cargada ${dueña.id}`,
            nombre: 'Ana',
            compania: '',
            que: 'nuevo',
            categoriaId: null,
          },
        ],
      },
    },
    'DELETE /api/cargas/:id': { params: { id: '0' } },
    'PUT /api/inscripciones/:id': { ...entrada, payload: datos },
    // The owner may not delete an entry with marks.
    'DELETE /api/inscripciones/:id': { params: { id: mundo.sinOrdenId } },
    'PUT /api/inscripciones': { payload: { desde: '', hasta: '', maximo: 50 } },
    'POST /api/subidas': { headers: { ...TUS, 'upload-length': '9' } },
    'HEAD /api/subidas/:id': { ...parte, headers: TUS },
    'PATCH /api/subidas/:id': {
      ...parte,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: TRACK,
    },
    'DELETE /api/subidas/:id': { ...parte, headers: TUS },
    'GET /api/dias/:dia/competidores.csv': dia,
    'GET /api/bitacora': {},
    'GET /api/bitacora.csv': {},
    'GET /api/dias/:dia/musica.zip': dia,
    'POST /api/turno/paso': { payload: { paso: 'siguiente', desde: { dia: 'jueves', turno } } },
    'PUT /api/turno/competidor': { payload: { competidorId: mundo.entradaId } },
    'PUT /api/turno': { payload: { selectedRow: 0 } },
    'POST /api/turno/pausa': { payload: { titulo: 'Pausa técnica', minutos: 10, desde: { dia: 'viernes', turno } } },
    'PUT /api/turno/pausa': { payload: { hora: '20:00', desde: { dia: 'jueves', turno } } },
    'PUT /api/programas/:dia': { ...dia, payload: { inicio: '2025-04-10T10:00', montaje: 30, jueceo: 30 } },
    'PUT /api/programas/:dia/pausas': {
      ...dia,
      payload: { titulo: 'Cena', antesDe: null, minutos: 30, noAntes: '' },
    },
    'DELETE /api/programas/:dia/pausas/:id': { params: { ...dia.params, id: PAUSA_ID } },
    'PUT /api/programas/:dia/publicacion': dia,
    'DELETE /api/programas/:dia/publicacion': dia,
    'PUT /api/programas/:dia/adelantar': { params: { dia: 'viernes' }, payload: { adelantar: true } },
    'POST /api/turno/deshacer': { payload: { revision: 1 } },
    'PUT /api/dia': { payload: { dia: 'jueves' } },
    'PUT /api/reloj/hora': { payload: { hora: '2025-04-10T10:00' } },
    'PUT /api/reloj': { payload: { activarReloj: true } },
    'PUT /api/reloj/minutos': { payload: { minutosPorCompetidor: 4 } },
    'PUT /api/rubrica': { payload: { rubricaSel: 'General' } },
    'PUT /api/publicacion': { payload: { campo: 'mostrarJueves', valor: true } },
    'PUT /api/evento': { payload: eventoDefault('Europe/Madrid') },
    'POST /api/galeria': { search: 'nombre=otro.png', headers: IMAGEN, payload: image },
    'POST /api/galeria/:archivo/orden': { ...imagen, payload: { direccion: 'up' } },
    'DELETE /api/galeria/:archivo': imagen,
    'GET /api/archivos/carrusel/:archivo': imagen,
    'POST /api/jueces': { payload: { nombre: `Jueza ${dueña.id}` } },
    'PUT /api/jueces/:id/nombre': { ...juez, payload: { nombre: `Otra ${dueña.id}` } },
    'PUT /api/jueces/:id/activo': { ...juez, payload: { activo: false } },
    'PUT /api/jueces/:id/principal': { ...juez, payload: { principal: true } },
    'PUT /api/jueces/:id/asignacion': { ...juez, payload: { dias: ['jueves'] } },
    'POST /api/jueces/:id/enlace': juez,
    'POST /api/jueces/:id/token': juez,
    'DELETE /api/jueces/:id/token': juez,
    // A category with general criteria is closed: their scale stays.
    'PUT /api/pesos/:tipo': { params: { tipo: 'general' }, payload: { pesos: {} } },
    'PUT /api/desempate': { payload: { desempate: ['Tiempo'], ...MOTIVO } },
    'PUT /api/escalas': { payload: { showcase: ESCALA, casino: ESCALA, general: { maximo: '10', paso: '0.1' } } },
    'POST /api/juez/presencia': { search: 'competidorId=x' },
    'GET /api/jueces/presencia': {},
    'POST /api/juez/enlace': { payload: { token: tokens.juez } },
    'POST /api/juez/sesion': { payload: { token: tokens.juez } },
    'PUT /api/calificaciones/:competidorId': {
      params: { competidorId: jurado.retiradaId },
      payload: { criterios: todos('8'), version: 0 },
    },
    'POST /api/calificaciones/:competidorId/:juezId/reabrir': {
      params: { competidorId: mundo.entradaId, juezId: mundo.juez.id },
      payload: MOTIVO,
    },
    'POST /api/tardias': { payload: { clave: 'entrega-1', competidorId: mundo.entradaId, criterios: todos('8') } },
    'POST /api/tardias/:id/aceptar': tardia,
    'POST /api/tardias/:id/descartar': { ...tardia, payload: MOTIVO },
    'POST /api/categorias/:id/cierre': { ...categoria, payload: { decision: 'Así' } },
    'DELETE /api/categorias/:id/cierre': { params: { id: jurado.cerradaId } },
    'POST /api/categorias/:id/empate': {
      params: { id: jurado.empate.categoriaId },
      payload: { ids: jurado.empate.ids, ...MOTIVO },
    },
    'POST /api/categorias/:id/premiacion': { params: { id: jurado.cerradaId }, payload: { premios: 3 } },
    'PUT /api/categorias/:id/premiacion/paso': { ...categoria, payload: { desde: 0, sentido: 'siguiente' } },
    'DELETE /api/categorias/:id/premiacion': categoria,
    'POST /api/pantallas': { payload: { nombre: `Otra ${dueña.id}`, tipo: 'Sala' } },
    'POST /api/pantallas/:id/enlace': pantalla,
    'DELETE /api/pantallas/:id': pantalla,
    'PUT /api/pantallas/:id/muestra': { ...pantalla, payload: { escena: 'Mensaje' } },
    'POST /api/pantallas/:id/todas': pantalla,
    'POST /api/pantallas/:id/identificacion': pantalla,
    'POST /api/pantalla/reporte': { search: `enlace=${tokens.pantalla}` },
    'GET /api/pantalla/musica/:id': { ...entrada, search: `enlace=${tokens.puestoMusica}` },
    'POST /api/pantalla/llegadas': {
      payload: {
        enlace: tokens.recepcion,
        ...JUEVES,
        toques: [{ competidorId: mundo.entradaId, llego: true, at: 1 }],
      },
    },
    'GET /api/pantallas/reportes': {},
    'PUT /api/competidores/:id/retiro': { ...entrada, payload: { estado: 'no_se_presento' } },
    'DELETE /api/competidores/:id/retiro': { params: { id: jurado.retiradaId } },
    'POST /api/competidores/:id/repeticion': { ...entrada, payload: MOTIVO },
    'POST /api/competidores/:id/penalizaciones': { ...entrada, payload: { puntos: '2', ...MOTIVO } },
    'DELETE /api/penalizaciones/:id': { params: { id: jurado.penalizacionId } },
    'GET /api/vistas': { search: 'views=horario' },
    'GET /publico/:vista': { params: { vista: 'horario' } },
    'GET /api/live': { search: 'views=horario' },
    'GET /api/openapi.json': {},
    'GET /api/docs': {},
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /metrics': {},
  }
}

/** The address with everything in its place. */
export function urlOf(path: string, { params = {}, search }: Peticion): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return search === undefined ? filled : `${filled}?${search}`
}

/** The key of a view, with the parameters that it needs. */
export function keyOf(
  name: string,
  ids: Readonly<Record<'uid' | 'categoriaId' | 'competidorId' | 'enlace', string>>,
): string {
  const { uid, categoriaId, competidorId, enlace } = ids
  const params: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    resultados: JUEVES,
    mesaDeDia: JUEVES,
    horarioDeDia: JUEVES,
    programaDeDia: JUEVES,
    detalle: { categoriaId, competidorId, ...JUEVES },
    perfil: { uid },
    panel: { categoriaId },
    pantalla: { enlace },
  }
  return name in params ? `${name}?${new URLSearchParams(params[name])}` : name
}
