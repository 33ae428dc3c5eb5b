import * as z from 'zod/mini'
import type { Dia } from '#domain/dia.ts'
import { SEGUNDOS_MAX } from '#domain/plan.ts'
import type { AjustesDePrograma, CategoriaDeDia, EntradaDeDia, Pausa, Publicacion } from '#domain/programa.ts'
import { command } from './define.ts'
import { dia, entero, HH_MM, id } from './fields.ts'
import { minutosDePausa, tituloDePausa } from './horario.ts'
import { diaParams, view, type DocOf } from './view.ts'
import { enTurnoOf, type CompetidorPublico, type TurnoPart } from './views/horario.ts'

const SEGUNDOS = `Escribe segundos de 0 a ${SEGUNDOS_MAX}.`
const segundos = entero(0, SEGUNDOS_MAX, SEGUNDOS)

/** `inicio`: a local time as text; the command refuses one that is none with the sentence of its day. */
export const savePrograma = command('PUT', '/api/programas/:dia', {
  summary: 'Guarda el inicio de un día, en la zona del evento, y los segundos de montaje y de jueceo.',
  input: z.object({ dia, inicio: z.string().check(z.maxLength(40)), montaje: segundos, jueceo: segundos }),
})

/** Without `id`, adds a break. `antesDe`: a category of the day; null: at the end of the day. `noAntes`: `HH:MM` or empty. */
export const savePausa = command('PUT', '/api/programas/:dia/pausas', {
  summary: 'Agrega una pausa al programa de un día, o cambia la de `id`.',
  input: z.object({
    dia,
    id: z.optional(id),
    titulo: tituloDePausa,
    antesDe: z.nullable(id),
    minutos: minutosDePausa,
    noAntes: z.string().check(z.refine((value) => value === '' || HH_MM.test(value), 'Elige una hora.')),
  }),
})

export const deletePausa = command('DELETE', '/api/programas/:dia/pausas/:id', {
  summary: 'Elimina una pausa del programa de un día, si no está en curso.',
  input: z.object({ dia, id }),
})

export const publishPrograma = command('PUT', '/api/programas/:dia/publicacion', {
  summary: 'Publica el programa de un día como está; con el día en marcha, lo que sigue cuenta desde ahora.',
  input: z.object({ dia }),
})

export const withdrawPrograma = command('DELETE', '/api/programas/:dia/publicacion', {
  summary: 'Retira el programa publicado de un día. El inicio, los segundos y las pausas se conservan.',
  input: z.object({ dia }),
})

/** Refused with `programa.unpublished`. */
export const setAdelantar = command('PUT', '/api/programas/:dia/adelantar', {
  summary: 'Adelanta lo que sigue: desde el primer turno, los horarios publicados del día ya no detienen lo que falta.',
  input: z.object({ dia, adelantar: z.boolean() }),
})

/** An entry of the programme. */
export interface EntradaDePrograma extends EntradaDeDia, Pick<CompetidorPublico, 'nombre' | 'compania' | 'numero'> {
  /** For the announcer. */
  readonly nota: string
}

export interface CategoriaDePrograma extends CategoriaDeDia {
  readonly nombre: string
  readonly entradas: readonly EntradaDePrograma[]
}

interface ProgramaPart {
  readonly tipo: 'programa'
  readonly dia: Dia
  readonly zonaHoraria: string
  readonly ajustes: AjustesDePrograma
  readonly pausas: readonly Pausa[]
  readonly publicado: Publicacion | null
  readonly categorias: readonly CategoriaDePrograma[]
  /** The start of each day: the published one, else the saved one. */
  readonly inicios: Readonly<Record<Dia, number | null>>
}

export type ProgramaDeDiaPart = ProgramaPart | TurnoPart

/** The programme of a day for the organiser, with the turn at which the day stands. */
export const programaDeDia = view('programaDeDia', {
  params: diaParams,
  assemble: (parts: readonly ProgramaDeDiaPart[]) => {
    const programa = parts.find((part) => part.tipo === 'programa')
    const turno = parts.find((part) => part.tipo === 'turno')
    if (!programa || !turno) return undefined
    const { tipo: _, ...rest } = programa
    return { ...rest, turno: enTurnoOf(turno) }
  },
})

export type ProgramaDeDia = DocOf<typeof programaDeDia>
