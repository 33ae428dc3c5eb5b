import * as z from 'zod/mini'
import { foldNombre } from '#domain/categoria.ts'
import { mapTextos, NOTA } from '#domain/competidor.ts'
import { mapInterruptores, MINUTOS_FAULT, MINUTOS_MAX, MINUTOS_MIN } from '#domain/ajustes.ts'
import { criteriosOfTipo, isTipoCriterios, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import { DIAS, isDia, type Dia } from '#domain/dia.ts'
import { faultOfEscala, puntosOf } from '#domain/escala.ts'
import { CUPO_MAX } from '#domain/inscripcion.ts'
import { ELEMENTOS } from '#domain/elementos.ts'
import { isNumero } from '#domain/numero.ts'
import { METODOS } from '#domain/metodo.ts'
import { ESCENAS, MENSAJE_MAX, TIPOS_PANTALLA } from '#domain/pantalla.ts'
import { PAUSA_MAX, SEGUNDOS_MAX, TITULO_MAX } from '#domain/plan.ts'
import { ESTADOS_RETIRO } from '#domain/retiro.ts'
import { CAUSAS_TARDIA, ESTADOS_TARDIA } from '#domain/envio.ts'
import { NUMERO_DE_INTENTO_MAX, INTENTOS_MAX } from '#domain/repeticion.ts'
import { evento } from './evento.ts'
import { HH_MM } from './fields.ts'
import { IMPORTED_MAX } from './view.ts'

/**
 * The event as one JSON tree: the format of import and export. In a field, absent, `null` and empty are the same and are
 * read as `null`. An unknown field is reported as a warning and not imported. References between records (an entry and its
 * category, marks and their entry) are checked by the reader.
 */

const OBJETO = 'Aquí va un objeto: { … }.'
const TEXTO = 'Debe ser un texto, entre comillas.'
const SI_NO = 'Debe ser true o false, sin comillas.'
const DIA = `Debe ser ${DIAS.slice(0, -1).join(', ')} o ${DIAS.at(-1) ?? ''}.`
const HORA = 'Debe ser fecha y hora con zona, como 2025-04-11T16:00:00.000Z.'
const FECHA = 'Debe ser una fecha AAAA-MM-DD.'
const LISTA = 'Debe ser una lista: [ … ].'
const ESTADO = 'Ese estado no existe.'
const TIPO = `Debe ser ${TIPOS_CRITERIOS.join(', ')}.`
const PUNTOS = 'Debe ser un número mayor que 0, de hasta 1000 y con dos decimales como máximo.'
const NUMERO = 'Debe ser un número como 12 o 12A, entre comillas.'
const CLAVE = 'El identificador debe tener de 1 a 128 caracteres.'
/** Lower than the number that the schedule uses for "no order", and an integer in both databases. */
const ENTERO_MAX = 1_000_000_000

const text = (max: number) => z.string(TEXTO).check(z.maxLength(max, `Debe tener ${max} caracteres como máximo.`))
/** A field of a record: `null` when it is absent or empty. */
const field = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.nullish(value),
    z.transform((given): z.output<T> | null => (given === '' ? null : (given ?? null))),
  )
const texto = (max = IMPORTED_MAX) => field(text(max))
const textWhere = (holds: (value: string) => boolean, message: string) =>
  field(text(IMPORTED_MAX).check(z.refine((value) => value === '' || holds(value), message)))
const numero = (min: number, max: number, message = `Debe ser un número entero de ${min} a ${max}, sin comillas.`) =>
  z.int(message).check(z.gte(min, message), z.lte(max, message))
const entero = (min: number, max = ENTERO_MAX) => field(numero(min, max))
const siNo = field(z.boolean(SI_NO))
/** One of some texts, in any encoding of its accents. */
const unoDe = <const T extends readonly string[]>(values: T, message: string) =>
  z.pipe(z.string(message).check(z.normalize('NFC')), z.enum(values, message))
const dia = z.pipe(
  z.nullish(unoDe(['', ...DIAS], DIA)),
  z.transform((given): Dia | null => given || null),
)
const isInstante = (value: string) => z.iso.datetime({ offset: true }).safeParse(value).success
const instante = textWhere(isInstante, HORA)
const fecha = textWhere((value) => z.iso.date().safeParse(value).success, FECHA)

const id = z.string().check(z.minLength(1, CLAVE), z.maxLength(128, CLAVE))
const nombre = z.string().check(z.maxLength(IMPORTED_MAX, `Debe tener ${IMPORTED_MAX} caracteres como máximo.`))
const porDia = z.string().check(z.normalize('NFC'), z.refine(isDia, DIA))
/** Accepted and not kept: addresses of the system that the tree comes from. */
const ignored = z.optional(z.unknown())

/** An object with these fields alone. */
const objeto = <S extends z.core.$ZodLooseShape>(shape: S) => z.strictObject(shape, OBJETO)
const porClave = <K extends z.ZodMiniString, T extends z.ZodMiniType>(key: K, value: T) =>
  z.record(key, z.nullable(value), OBJETO)
const recordByKey = <K extends z.ZodMiniString, T extends z.ZodMiniType>(key: K, value: T) =>
  z.nullish(porClave(key, value))
const lista = <T extends z.ZodMiniType>(item: T) => z.array(item, LISTA)
const listaOVacia = <T, I>(value: z.ZodMiniType<T[], I>) =>
  z.pipe(
    z.nullish(value),
    z.transform((given): T[] => given ?? []),
  )
/** A part of the tree. An absent one is read like an empty one. */
const parte = <S extends z.core.$ZodLooseShape>(shape: S) => {
  const whole = objeto(shape)
  return z.pipe(
    z.nullish(whole),
    z.transform((given): z.output<typeof whole> => given ?? whole.parse({})),
  )
}

const usuario = objeto({
  uid: texto(128),
  nombre: texto(),
  apellido: texto(),
  email: texto(320),
  pais: texto(),
  fotoURL: ignored,
  fotoPath: texto(512),
})

const categoria = objeto({ id: texto(128), nombre: texto(), fechaCreacion: instante, orden: entero(0), dia })

const competidor = objeto({
  ...mapTextos(() => texto()),
  categoria: texto(),
  usuarioId: texto(128),
  fechaInscripcion: fecha,
  musicaURL: ignored,
  musicaPath: texto(512),
  dia,
  orden: entero(0),
})

const CAMPOS_DE_MARCA = [
  'l_calificacion',
  ...new Set(TIPOS_CRITERIOS.flatMap((tipo) => criteriosOfTipo(tipo).map(({ clave }) => clave))),
]

/** A judge's marks for an entry. They are kept as text, also when they are not numbers. */
const marca = objeto(Object.fromEntries(CAMPOS_DE_MARCA.map((campo) => [campo, texto(200)])))

const adminMinutoAMinuto = parte({
  dia,
  hora: instante,
  activarReloj: siNo,
  minutosPorCompetidor: field(numero(MINUTOS_MIN, MINUTOS_MAX, MINUTOS_FAULT)),
  selectedRow: entero(0),
  ...mapInterruptores(() => siNo),
})

/** Read in hundredths. */
const puntos = z.pipe(
  z.number(PUNTOS).check(z.refine((value) => value > 0 && value <= 1_000 && puntosOf(String(value)) !== null, PUNTOS)),
  z.transform((value) => Math.round(value * 100)),
)
const escala = objeto({ maximo: puntos, paso: puntos }).check(
  z.refine((given) => faultOfEscala(given) === null, 'El paso debe dividir el máximo en partes iguales.'),
)
/** A weight for each criterion of the type, or none. */
const pesos = porClave(z.string().check(z.maxLength(40)), puntos)
const DESEMPATE = 'Ese criterio de desempate no existe.'
const isWithoutRepeats = (list: readonly string[]) => new Set(list).size === list.length
const desempate = lista(unoDe(ELEMENTOS, DESEMPATE)).check(z.refine(isWithoutRepeats, 'Cada criterio va una sola vez.'))
const porTipo = z.string().check(z.refine(isTipoCriterios, TIPO))
const ref = z.string().check(z.minLength(1, CLAVE), z.maxLength(300, CLAVE))
const requiredText = text(IMPORTED_MAX).check(z.minLength(1, 'Falta el texto.'))
const requiredInstante = z.string(HORA).check(z.refine(isInstante, HORA))

const juez = objeto({
  nombre: texto(),
  activo: siNo,
  principal: siNo,
  dias: z.nullish(lista(unoDe(DIAS, DIA))),
  categorias: z.nullish(lista(id)),
})

const tardia = objeto({
  juezId: id,
  clave: id,
  criterios: z.record(z.string().check(z.maxLength(40)), z.string(TEXTO).check(z.maxLength(10)), OBJETO),
  l_calificacion: requiredText,
  causa: z.enum(CAUSAS_TARDIA, ESTADO),
  recibida: requiredInstante,
  estado: z.enum(ESTADOS_TARDIA, ESTADO),
  motivo: texto(),
  /** Absent: the first attempt. */
  intento: entero(1, NUMERO_DE_INTENTO_MAX),
})

const intentoAnulado = objeto({
  /** The number of the attempt that replaced it. Absent: its place in the list, from 1, plus 1. */
  siguiente: entero(2, NUMERO_DE_INTENTO_MAX),
  motivo: requiredText,
  fecha: requiredInstante,
  marcas: z.nullish(z.record(id, marca, OBJETO)),
  /** The repetition was taken back: its number is not given again. */
  deshecha: siNo,
})

/** The numbers of the attempts that replaced the annulled ones of a list. */
export const numerosOf = (list: readonly { readonly siguiente: number | null }[]): number[] =>
  list.map(({ siguiente }, index) => siguiente ?? index + 2)

const isIncreasing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => number > (numbers[index - 1] ?? 0))

const TITULOS = 'Cada título va una sola vez.'
const pausa = {
  titulo: text(TITULO_MAX).check(z.regex(/\S/, 'Falta el título.')),
  /** A category by id; absent: at the end of the day. */
  antesDe: texto(128),
  minutos: numero(1, PAUSA_MAX),
  /** `HH:MM`; an instant, as exports before had it. */
  noAntes: textWhere((value) => HH_MM.test(value) || isInstante(value), 'Debe ser una hora, como 14:30.'),
}
const pausaDeArbol = objeto(pausa)
const hasNombresApart = (nombres: readonly string[]): boolean => isWithoutRepeats(nombres.map(foldNombre))
const hasTitulosApart = (list: readonly { readonly titulo: string }[]): boolean =>
  hasNombresApart(list.map(({ titulo }) => titulo))
const pausas = listaOVacia(lista(pausaDeArbol).check(z.refine(hasTitulosApart, TITULOS)))
const pausasPublicadas = listaOVacia(
  lista(objeto({ ...pausa, inicio: requiredInstante })).check(z.refine(hasTitulosApart, TITULOS)),
)

const NOMBRES_DE_PANTALLA = 'Cada nombre de pantalla va una sola vez.'
const pantalla = objeto({
  nombre: text(80).check(z.regex(/\S/, 'Falta el nombre.')),
  tipo: z.enum(TIPOS_PANTALLA, `Debe ser ${TIPOS_PANTALLA.join(', ')}.`),
  escena: field(z.enum(ESCENAS, `Debe ser ${ESCENAS.join(', ')}.`)),
  /** By id; absent: that of the turn. */
  categoria: texto(128),
  mensaje: texto(MENSAJE_MAX),
  adelantar: siNo,
})

const EMPATADOS = 'Deben ser dos o más competidores distintos.'
const empatados = lista(ref).check(z.refine((ids) => ids.length > 1 && isWithoutRepeats(ids), EMPATADOS))

/** Records of categories, by the id of the category, which the tree must have. */
const porCategoria = {
  /** Types of criteria that the administrator set. */
  criterios: recordByKey(id, z.enum(TIPOS_CRITERIOS, TIPO)),
  /** The limit of each category that has its own. */
  cupos: recordByKey(id, numero(0, CUPO_MAX)),
  /** Closed categories. */
  cierres: recordByKey(
    id,
    objeto({
      autor: requiredText,
      fecha: requiredInstante,
      decision: texto(),
      // The rule that it was closed with: weights, tie-break list, and head judges by id.
      pesos: z.nullish(pesos),
      desempate: listaOVacia(desempate),
      principales: listaOVacia(lista(id)),
      // By id: the judges whose marks do not count, and, with `recortada`, those that the category was closed with.
      excluidos: listaOVacia(lista(id)),
      panel: z.nullish(lista(id)),
    }),
  ),
  /** The methods of judging other than the sum. */
  metodos: recordByKey(id, z.enum(METODOS, `Debe ser ${METODOS.join(', ')}.`)),
  /** Rounds: the category that a round came from, which may be deleted, the entries that passed, its places. */
  origen: recordByKey(
    id,
    objeto({ categoria: id, nombre: requiredText, pasan: listaOVacia(lista(ref)), lugares: entero(1) }),
  ),
  /** The orders that organisers gave to ties. */
  empates: recordByKey(
    id,
    lista(objeto({ ids: empatados, autor: requiredText, motivo: requiredText, fecha: requiredInstante })).check(
      z.refine(
        (list) => isWithoutRepeats(list.map(({ ids }) => JSON.stringify(ids.toSorted()))),
        'Cada grupo de empatados va una sola vez.',
      ),
    ),
  ),
}
/** The names of these records. */
export const POR_CATEGORIA = Object.keys(porCategoria) as readonly (keyof typeof porCategoria)[]

/** Data that the other collections have no field for. */
const extra = parte({
  /** The saved texts. An empty text is kept: the organiser left it blank. An absent text has its default. */
  evento: parte(z.partial(evento).shape),
  /** The turn of each day that is not active; that of the active day is `adminMinutoAMinuto.selectedRow`. */
  turno: recordByKey(porDia, objeto({ selectedRow: entero(0), regreso: entero(0) })),
  /**
   * Judges that their marks do not describe fully: active, head or assigned judges, and judges without marks or with a
   * shared name. Without `dias` and `categorias`: the whole event.
   */
  jueces: recordByKey(id, juez),
  /** Range and step of the marks, by type of criteria. */
  escalas: recordByKey(porTipo, escala),
  /** The weights of the criteria, by type. */
  pesos: recordByKey(porTipo, pesos),
  /** The tie-break list of the event. */
  desempate: listaOVacia(desempate),
  /** The key is the entry: its id, or `slug/id` when entries of several slugs have that id. */
  retiros: recordByKey(ref, objeto({ estado: z.enum(ESTADOS_RETIRO, ESTADO), motivo: texto() })),
  penalizaciones: recordByKey(
    ref,
    lista(objeto({ puntos, motivo: requiredText, autor: requiredText, fecha: requiredInstante })),
  ),
  /** The keys are the entry and the judge; the value is why the mark was reopened. */
  reabiertas: recordByKey(ref, porClave(id, requiredText)),
  tardias: recordByKey(ref, lista(tardia)),
  /** The key is the entry, the value its annulled attempts, oldest first, with the marks by judge; at the end a repetition that was taken back. */
  intentos: recordByKey(
    ref,
    lista(intentoAnulado).check(
      z.maxLength(INTENTOS_MAX - 1, `Deben ser ${INTENTOS_MAX - 1} como máximo.`),
      z.refine((list) => isIncreasing(numerosOf(list)), 'Los intentos deben estar en orden.'),
    ),
  ),
  /** What the announcer reads, by entry. */
  notas: recordByKey(ref, texto(NOTA.max)),
  /** The numbers of the entries of the days whose order is closed. */
  numeros: recordByKey(ref, z.string(NUMERO).check(z.refine(isNumero, NUMERO))),
  ordenCerrado: listaOVacia(lista(unoDe(DIAS, DIA))),
  ...porCategoria,
  /** Whether results are retained until they are announced, and the announced categories by id. */
  retener: z.nullish(z.boolean()),
  anunciadas: listaOVacia(lista(id)),
  /** The screens of the event. First values are left out; each gets a new link. */
  pantallas: listaOVacia(
    lista(pantalla).check(z.refine((list) => hasNombresApart(list.map((one) => one.nombre)), NOMBRES_DE_PANTALLA)),
  ),
  /** The entries that have arrived at the stage door, in running order. */
  llegaron: listaOVacia(lista(ref)),
  /** The programme of each day, with the published starts of its entries. Published breaks are known by their titles. */
  programas: recordByKey(
    porDia,
    objeto({
      inicio: instante,
      montaje: entero(0, SEGUNDOS_MAX),
      jueceo: entero(0, SEGUNDOS_MAX),
      pausas,
      publicado: z.nullish(
        objeto({
          fin: requiredInstante,
          inicios: recordByKey(ref, requiredInstante),
          pausas: pausasPublicadas,
        }),
      ),
      adelantar: z.optional(z.literal(true)),
    }),
  ),
  /** When entries open and close, and the most entries of a category. */
  inscripciones: parte({ desde: instante, hasta: instante, maximo: entero(0, CUPO_MAX) }),
  /** The images of the home page in order; absent when they are in order of their names. */
  carrusel: listaOVacia(lista(text(200))),
  /** Files that the tree names and that were missing from the store at the export. */
  faltan: listaOVacia(lista(text(512))),
})

export const arbol = z.strictObject(
  {
    users: recordByKey(id, usuario),
    admin: recordByKey(id, objeto({ email: texto(320), nombre: texto() })),
    categorias: recordByKey(id, categoria),
    competidores: recordByKey(nombre, porClave(id, competidor)),
    adminMinutoAMinuto,
    adminCompetencia: parte({ rubricas: listaOVacia(lista(z.nullable(text(IMPORTED_MAX)))), rubricaSel: texto() }),
    compartido: parte({ nCategoria: texto(), nCompetidor: texto() }),
    calificaciones: recordByKey(porDia, porClave(nombre, porClave(nombre, porClave(nombre, marca)))),
    extra,
  },
  'Aquí va un objeto JSON con las colecciones del evento.',
)

/** A tree as it is read: every field of a record is present, `null` when empty. Collections may be absent. */
export type Arbol = z.output<typeof arbol>
export type JuezDeArbol = z.output<typeof juez>
export type PausaDeArbol = z.output<typeof pausaDeArbol>
/** A tree as it is written: a field may be absent. */
export type ArbolInput = z.input<typeof arbol>
/** What a tree says in `extra`. Required: the compiler reports a field that no export writes. */
export type Extra = Required<NonNullable<ArbolInput['extra']>>
