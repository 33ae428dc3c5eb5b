import { signIn } from '#contract/acceso.ts'
import * as calificaciones from '#contract/calificaciones.ts'
import * as categorias from '#contract/categorias.ts'
import * as competidores from '#contract/competidores.ts'
import type { Command, Input, Output } from '#contract/define.ts'
import * as embargo from '#contract/embargo.ts'
import { addImagen, saveEvento } from '#contract/evento.ts'
import * as horario from '#contract/horario.ts'
import * as inscripciones from '#contract/inscripciones.ts'
import * as jueces from '#contract/jueces.ts'
import { SNAPSHOT_PATH, type Snapshot } from '#contract/live.ts'
import * as pantallas from '#contract/pantallas.ts'
import * as programa from '#contract/programa.ts'
import { viewKey } from '#contract/view.ts'
import { pantallas as verPantallas } from '#contract/views/pantallas.ts'
import { INTERRUPTORES } from '#domain/ajustes.ts'
import { tipoOf } from '#domain/criterios.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { ELEMENTOS } from '#domain/elementos.ts'
import { eventoDefault } from '#domain/evento.ts'
import { METODOS } from '#domain/metodo.ts'
import { ESCENAS } from '#domain/pantalla.ts'
import { Chance } from '../../demo/chance.ts'
import { addressed, Refused } from './app.ts'
import type { Tree } from './evento.ts'
import { todos } from './marcas.ts'
import { aPhoto } from './usuarios.ts'

const MOTIVO = 'Lo pidió la mesa'
const MARCAS = ['6', '7', '8', '9'] as const

export interface Lugar {
  /** The address of a running server. */
  readonly url: string
  readonly admin: Input<typeof signIn>
  /** The event with which the crew begins, and the ids of its judges who send marks. */
  readonly tree: Tree
  readonly jueces: readonly string[]
  /** A crew with the same seed at an equal event does the same acts. */
  readonly seed: number
}

/** An administrator and judges who do a random mix of acts at a running server, over HTTP. */
export class Equipo {
  readonly chance: Chance
  readonly tree: Tree
  readonly #url: string
  #cookie = ''
  readonly #tokens = new Map<string, string>()
  #pantallas: readonly string[] = []
  #turno: Output<typeof horario.saveTurno> | undefined
  #porEnviar: { readonly competidorId: string; readonly juezId: string }[] = []
  #enviada = { competidorId: '', juezId: '' }
  #retirada = ''
  #cerrada = ''
  #made = 0

  private constructor({ url, tree, seed }: Lugar) {
    this.#url = url
    this.tree = tree
    this.chance = new Chance(seed)
  }

  static async at(lugar: Lugar): Promise<Equipo> {
    const equipo = new Equipo(lugar)
    await equipo.#enter(lugar)
    return equipo
  }

  /** Does so many acts, each kind once before one comes again. Returns the kind of each act that the server carried out. */
  async play(count: number, kinds: readonly Nombre[]): Promise<Nombre[]> {
    const done: Nombre[] = []
    let mazo: Nombre[] = []
    for (let n = 0; n < count; n += 1) {
      const [kind, ...rest] = mazo.length > 0 ? mazo : this.shuffled(kinds)
      if (!kind) throw new Error('No kinds of acts.')
      mazo = rest
      try {
        await ACTOS[kind](this)
        done.push(kind)
      } catch (error) {
        // A refusal is an answer: the crew goes on.
        if (!(error instanceof Refused) || error.status >= 500) throw error
      }
    }
    return done
  }

  /** Sends a command of the administrator, or of a judge. Answers yes to each question. */
  async send<C extends Command>(command: C, input: Input<C>, juezId?: string): Promise<Output<C>> {
    const { url, rest } = addressed(command, input)
    const acepta: string[] = []
    for (;;) {
      const body = JSON.stringify(acepta.length > 0 ? { ...rest, acepta } : rest)
      const answer = await this.#ask(command.method, url, { body, juezId })
      if (answer.ok) return answer.json() as Promise<Output<C>>
      const refused = new Refused(answer.status, (await answer.json()) as ConstructorParameters<typeof Refused>[1])
      const pregunta = refused.code === 'question.open' ? refused.fields['pregunta'] : undefined
      if (pregunta === undefined || acepta.includes(pregunta)) throw refused
      acepta.push(pregunta)
    }
  }

  /** Presses from the turn that the last answer gave. */
  async press(paso: 'siguiente' | 'anterior'): Promise<void> {
    await this.moved(this.send(horario.stepTurno, { paso, desde: this.desde() }))
  }

  /** Keeps the turn that a command about it answers. */
  async moved(answer: Promise<Output<typeof horario.saveTurno>>): Promise<void> {
    this.#turno = await answer
  }

  desde(): Input<typeof horario.stepTurno>['desde'] {
    const { dia, turno } = this.#turno ?? { dia: 'jueves', turno: { selectedRow: 0, competidorId: null } }
    return { dia, turno }
  }

  /** The revision of the last move; 0 without one. */
  ultimo(): number {
    return this.#turno?.ultimo ?? 0
  }

  /** A mark that its judge has not sent. */
  async marcar(): Promise<void> {
    const marca = this.#porEnviar.pop()
    if (!marca) throw new Error('Every mark is sent.')
    const { competidorId, juezId } = marca
    const entry = this.#entradas().find(([id]) => id === competidorId)?.[1]
    const criterios = todos(this.chance.pick(MARCAS), tipoOf(entry?.categoria ?? '', null))
    await this.send(calificaciones.sendCalificacion, { competidorId, criterios, version: 0 }, juezId)
    this.#enviada = marca
  }

  /** The last mark. */
  async reabrir(): Promise<void> {
    await this.send(calificaciones.reopenCalificacion, { ...this.#enviada, motivo: MOTIVO })
  }

  async retirar(): Promise<void> {
    const id = this.entrada('sábado')
    await this.send(calificaciones.withdrawCompetidor, { id, estado: 'no_se_presento' })
    this.#retirada = id
  }

  /** The last withdrawn entry. */
  async restaurar(): Promise<void> {
    await this.send(calificaciones.restoreCompetidor, { id: this.#retirada })
  }

  async cerrar(): Promise<void> {
    const id = this.categoria()
    await this.send(calificaciones.closeCategoria, { id, decision: MOTIVO })
    this.#cerrada = id
  }

  /** The last closed category. */
  async reabrirCategoria(): Promise<void> {
    await this.send(calificaciones.reopenCategoria, { id: this.#cerrada })
  }

  async subirImagen(): Promise<void> {
    const body = new Uint8Array(await aPhoto(`#${this.chance.below(0xff_ff_ff).toString(16).padStart(6, '0')}`))
    const path = `${addImagen.path}?nombre=${this.nuevo('portada')}.jpg`
    const answer = await this.#ask(addImagen.method, path, { body, type: 'image/jpeg' })
    if (!answer.ok) throw new Refused(answer.status, (await answer.json()) as object)
    await answer.text()
  }

  /** A name that no other act of this crew uses. */
  nuevo(prefix: string): string {
    this.#made += 1
    return `${prefix} ${this.#made}`
  }

  dia(): Dia {
    return this.chance.pick(DIAS)
  }

  categoria(dia: Dia = this.dia()): string {
    const found = Object.entries(this.tree.categorias).filter(([, categoria]) => categoria.dia === dia)
    return this.chance.pick(found)[0]
  }

  entrada(dia: Dia = this.dia()): string {
    return this.chance.pick(this.#entradas().filter(([, entry]) => entry.dia === dia))[0]
  }

  juez(): string {
    return this.chance.pick([...this.#tokens.keys()])
  }

  pantalla(): string {
    return this.chance.pick(this.#pantallas)
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.chance.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }

  async #enter({ admin, jueces: ids }: Lugar): Promise<void> {
    const { method, path } = signIn
    const answer = await this.#ask(method, path, { body: JSON.stringify(admin) })
    if (!answer.ok) throw new Error(`The administrator was refused: ${await answer.text()}`)
    await answer.text()
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    for (const id of ids) this.#tokens.set(id, (await this.send(jueces.createTokenJuez, { id })).token)
    // The last day is for what is deleted and withdrawn: a late mark keeps the time when it came.
    const marked = this.#entradas().filter(([, { dia }]) => dia !== DIAS.at(-1))
    this.#porEnviar = this.shuffled(ids.flatMap((juezId) => marked.map(([competidorId]) => ({ competidorId, juezId }))))
    const key = viewKey(verPantallas)
    const seen = await this.#ask('GET', `${SNAPSHOT_PATH}?views=${key}`)
    const { views } = (await seen.json()) as Snapshot
    this.#pantallas = Object.values((views[key] ?? {}) as Record<string, { id: string; nombre: string }>)
      .toSorted((a, b) => (a.nombre < b.nombre ? -1 : 1))
      .map(({ id }) => id)
  }

  #entradas(): [string, Tree['competidores'][string][string]][] {
    return Object.values(this.tree.competidores).flatMap((entries) => Object.entries(entries))
  }

  #ask(
    method: string,
    path: string,
    {
      body,
      juezId,
      type = 'application/json',
    }: { body?: string | Uint8Array<ArrayBuffer>; juezId?: string | undefined; type?: string } = {},
  ): Promise<Response> {
    const who =
      juezId === undefined ? { cookie: this.#cookie } : { authorization: `Bearer ${this.#tokens.get(juezId)}` }
    const headers = { ...who, ...(body !== undefined && { 'content-type': type }) }
    return fetch(new URL(path, this.#url), { method, headers, ...(body !== undefined && { body }) })
  }
}

/** Acts whose result holds neither a new id nor the time: two crews with the same seed leave the same event. */
const FIJOS = {
  'turno siguiente': (e) => e.press('siguiente'),
  'turno siguiente otra vez': (e) => e.press('siguiente'),
  'turno anterior': (e) => e.press('anterior'),
  'turno por número': (e) => e.moved(e.send(horario.saveTurno, { selectedRow: e.chance.below(60) })),
  'turno a un competidor': (e) => e.moved(e.send(horario.selectTurno, { competidorId: e.entrada(e.desde().dia) })),
  'turno fuera de orden': (e) =>
    e.moved(e.send(horario.selectTurno, { competidorId: e.entrada(e.desde().dia), regresa: true })),
  deshacer: (e) => e.moved(e.send(horario.undoTurno, { revision: e.ultimo() })),
  'día activo': (e) => e.moved(e.send(horario.selectDia, { dia: e.dia() })),
  pausar: (e) =>
    e.moved(e.send(horario.pausarDia, { titulo: 'Pausa técnica', minutos: 10 + e.chance.below(20), desde: e.desde() })),
  reloj: (e) => e.send(horario.setReloj, { activarReloj: e.chance.below(2) === 1 }),
  hora: (e) => e.send(horario.saveHora, { hora: `2025-04-1${e.chance.below(10)}T10:00` }),
  minutos: (e) => e.send(horario.saveMinutos, { minutosPorCompetidor: 1 + e.chance.below(9) }),
  rúbrica: (e) => e.send(horario.selectRubrica, { rubricaSel: e.chance.pick(['Showcase', 'Casino', 'General', '']) }),
  publicación: (e) =>
    e.send(horario.setPublicacion, { campo: e.chance.pick(INTERRUPTORES), valor: e.chance.below(2) === 1 }),
  marca: (e) => e.marcar(),
  'otra marca': (e) => e.marcar(),
  'reabrir marca': (e) => e.reabrir(),
  'no se presentó': (e) => e.retirar(),
  restaurar: (e) => e.restaurar(),
  'mover competidor': (e) => e.send(competidores.moveCompetidor, { id: e.entrada(), antesDe: null, motivo: MOTIVO }),
  'eliminar competidor': (e) => e.send(competidores.deleteCompetidor, { id: e.entrada('sábado') }),
  'cerrar orden': (e) => e.send(competidores.closeOrden, { dia: e.dia() }),
  'abrir orden': (e) => e.send(competidores.openOrden, { dia: e.dia(), motivo: MOTIVO }),
  'editar inscripción': (e) =>
    e.send(inscripciones.updateInscripcion, { id: e.entrada(), compania: e.nuevo('Compañía'), nota: e.nuevo('Nota') }),
  inscripciones: (e) => e.send(inscripciones.saveInscripciones, { desde: '', hasta: '', maximo: e.chance.below(90) }),
  cupo: (e) => e.send(inscripciones.saveCupo, { id: e.categoria(), cupo: e.chance.below(40) }),
  'mover categoría': (e) =>
    e.send(categorias.moveCategoria, {
      id: e.categoria(),
      direccion: e.chance.pick(['up', 'down'] as const),
      motivo: MOTIVO,
    }),
  'renombrar categoría': (e) =>
    e.send(categorias.updateCategoria, { id: e.categoria('sábado'), nombre: e.nuevo('Categoría') }),
  método: (e) => e.send(categorias.setMetodo, { id: e.categoria(), metodo: e.chance.pick(METODOS), motivo: MOTIVO }),
  desempate: (e) => e.send(jueces.saveDesempate, { desempate: e.shuffled(ELEMENTOS).slice(0, 3), motivo: MOTIVO }),
  'nombre de juez': (e) => e.send(jueces.renameJuez, { id: e.juez(), nombre: e.nuevo('Juez') }),
  'juez principal': (e) => e.send(jueces.setJuezPrincipal, { id: e.juez(), principal: e.chance.below(2) === 1 }),
  'asignar juez': (e) => e.send(jueces.assignJuez, { id: e.juez(), dias: [...DIAS] }),
  'textos del evento': (e) =>
    e.send(saveEvento, { ...eventoDefault('America/Mexico_City'), nombre: e.nuevo('Festival') }),
  retener: (e) => e.send(embargo.setEmbargo, { retener: e.chance.below(2) === 1 }),
  anunciar: (e) => e.send(embargo.announceCategoria, { id: e.categoria() }),
  'retener categoría': (e) => e.send(embargo.retainCategoria, { id: e.categoria() }),
  escena: (e) => e.send(pantallas.setMuestra, { id: e.pantalla(), escena: e.chance.pick(ESCENAS) }),
  mensaje: (e) => e.send(pantallas.setMuestra, { id: e.pantalla(), escena: 'Mensaje', mensaje: e.nuevo('Hola') }),
  'categoría en pantalla': (e) =>
    e.send(pantallas.setMuestra, { id: e.pantalla(), categoriaId: e.categoria('jueves') }),
  'en todas': (e) => e.send(pantallas.setEnTodas, { id: e.pantalla() }),
  'agregar pantalla': (e) => e.send(pantallas.createPantalla, { nombre: e.nuevo('Pantalla'), tipo: 'Sala' }),
  programa: (e) =>
    e.send(programa.savePrograma, {
      dia: e.dia(),
      inicio: '2025-04-10T10:00',
      montaje: e.chance.below(60),
      jueceo: 30,
    }),
  'pausa del programa': (e) =>
    e.send(programa.savePausa, { dia: e.dia(), titulo: e.nuevo('Pausa'), antesDe: null, minutos: 10, noAntes: '' }),
} satisfies Record<string, Acto>

/** Acts whose result holds a new id, a seed of the server or the time. */
const PROPIOS = {
  'agregar competidor': (e) =>
    e.send(inscripciones.addCompetidor, { id: e.categoria(), nombre: e.nuevo('Dúo'), compania: 'Son' }),
  'cargar lista': (e) => {
    const fila = { dia: 'viernes', categoria: e.nuevo('Cargada'), nombre: 'Ana', compania: 'Son' }
    return e.send(inscripciones.createCarga, { filas: [{ ...fila, que: 'nuevo', categoriaId: null }] })
  },
  'agregar categoría': (e) => e.send(categorias.createCategoria, { nombre: e.nuevo('Nueva'), dia: e.dia() }),
  'eliminar categoría': (e) => e.send(categorias.deleteCategoria, { id: e.categoria('sábado') }),
  sortear: (e) => e.send(categorias.drawCategoria, { id: e.categoria(), motivo: MOTIVO }),
  'agregar juez': (e) => e.send(jueces.createJuez, { nombre: e.nuevo('Jueza') }),
  penalizar: (e) => e.send(calificaciones.addPenalizacion, { id: e.entrada('jueves'), puntos: '2', motivo: MOTIVO }),
  'cerrar categoría': (e) => e.cerrar(),
  'reabrir categoría': (e) => e.reabrirCategoria(),
  repetir: (e) => e.moved(e.send(horario.repeatCompetidor, { id: e.entrada(e.desde().dia), motivo: MOTIVO })),
  'publicar programa': (e) => e.send(programa.publishPrograma, { dia: e.dia() }),
  'imagen de la portada': (e) => e.subirImagen(),
} satisfies Record<string, Acto>

const ACTOS: Readonly<Record<Nombre, Acto>> = { ...FIJOS, ...PROPIOS }

type Acto = (equipo: Equipo) => Promise<unknown>
type Nombre = keyof typeof FIJOS | keyof typeof PROPIOS

export const ACTOS_FIJOS = Object.keys(FIJOS) as Nombre[]
export const ACTOS_TODOS = Object.keys(ACTOS) as Nombre[]
