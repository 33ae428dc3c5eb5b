import { expect, test } from 'vitest'
import { adelantarDe, hasChanged, largoDe, planDe } from './plan.ts'
import { expectativaOf, itemsOf, type CategoriaDeDia, type Pausa, type Publicacion } from './programa.ts'
import { callOutOfOrder, followTurno, SIN_TURNO, stepTurno, turnoAt, type EnLista, type Turno } from './turno.ts'

/**
 * Random days beside an oracle that is written from the words of the contract: it keeps which items are over, and gives each
 * start in closed form, as the latest of what any floor before it forces. It uses no line of the product.
 */
const MINUTO = 60_000
/** `CASOS=40` plays as many as were promised. */
const DIAS = 500 * Number(process.env['CASOS'] ?? 1)
/** Nights on which a clock changes, a midnight, and an afternoon. */
const COMIENZOS = ['2026-03-29T00:20Z', '2026-10-25T00:20Z', '2026-07-04T05:30Z', '2026-07-03T16:00Z'].map((at) =>
  Date.parse(at),
)

/** A small generator: the same numbers on every machine. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Entrada {
  id: string
  largo: number
  retirada: boolean
}

interface Suceso {
  readonly id: string
  readonly largo: number
  readonly pausa?: Pausa
}

/** The oracle's own day. */
class Dia {
  readonly categorias: { id: string; entradas: Entrada[] }[] = []
  pausas: Pausa[] = []
  inicio = 0
  publicado: { inicios: Map<string, number>; pausas: Pausa[]; fin: number } | null = null
  over = new Set<string>()
  actual: { id: string; desde: number | null; largo: () => number; esPausa: boolean } | null = null
  terminado = false
  /** `Adelantar lo que sigue` is on. */
  adelanta = false

  /** Everything in order, withdrawn entries left out. */
  sucesos(pausas: readonly Pausa[]): Suceso[] {
    const of = (place: string | null): Suceso[] =>
      pausas
        .filter(({ antesDe }) => antesDe === place)
        .map((pausa) => ({ id: pausa.id, largo: pausa.minutos * MINUTO, pausa }))
    return [
      ...this.categorias.flatMap(({ id, entradas }) => [...of(id), ...entradas.filter(({ retirada }) => !retirada)]),
      ...of(null),
    ]
  }

  porVenir(pausas: readonly Pausa[]): Suceso[] {
    if (this.terminado) return []
    return this.sucesos(pausas).filter(({ id }) => !this.over.has(id) && id !== this.actual?.id)
  }

  /** The expected end of what is in course; null where nothing runs. */
  fin(now: number): number | null {
    if (!this.actual || this.actual.desde === null || now - this.actual.desde >= 720 * MINUTO) return null
    let fin = this.actual.desde + this.actual.largo()
    while (fin < now) fin += MINUTO
    return fin
  }

  /** The starts from a beginning: the latest of what it and each floor before force. */
  static starts(from: number, lines: readonly { largo: number; piso: number | null }[]): number[] {
    return lines.map((_, index) => {
      const between = (first: number): number => lines.slice(first, index).reduce((sum, { largo }) => sum + largo, 0)
      const forced = lines
        .slice(0, index + 1)
        .flatMap(({ piso }, first) => (piso === null ? [] : [piso + between(first)]))
      return Math.max(from + between(0), ...forced)
    })
  }

  /** The first minute from the start on at which the clock shows the time that a break waits for. */
  piso(before: Suceso | undefined): number | null {
    const hora = before?.pausa?.noAntes ?? null
    if (hora === null) return null
    let at = this.inicio
    while (new Date(at).toISOString().slice(11, 16) !== hora) at += MINUTO
    return at
  }

  publish(now: number): void {
    const fin = this.fin(now)
    const all = this.sucesos(this.pausas)
    const planned = fin === null ? all : this.porVenir(this.pausas)
    const lines = planned.map((suceso) => ({
      largo: suceso.largo,
      piso: this.piso(all[all.indexOf(suceso) - 1]),
    }))
    // A list that is made anew holds other objects.
    const byId = planned.map(({ id }) => this.piso(all[all.findIndex((one) => one.id === id) - 1]))
    const starts = Dia.starts(
      fin ?? this.inicio,
      lines.map((line, index) => ({ ...line, piso: byId[index] ?? null })),
    )
    const inicios = new Map(planned.map(({ id }, index) => [id, starts[index] ?? 0]))
    for (const { id, pausa } of all) {
      const before = this.publicado?.inicios.get(id) ?? (pausa ? this.inicio : undefined)
      if (!inicios.has(id) && before !== undefined) inicios.set(id, before)
    }
    const last = starts.length - 1
    const end = last < 0 ? (fin ?? this.inicio) : (starts[last] ?? 0) + (planned[last]?.largo ?? 0)
    this.publicado = { inicios, pausas: this.pausas.map((pausa) => ({ ...pausa })), fin: end }
  }

  expected(now: number, isClockOn: boolean) {
    const published = this.publicado
    if (!published) throw new Error('not published')
    const porVenir = this.porVenir(published.pausas)
    const own = (id: string): number | null => published.inicios.get(id) ?? null
    const known = porVenir.filter(({ id }) => own(id) !== null)
    const floors = known.map(({ id }) => own(id) ?? 0).toSorted((a, b) => a - b)
    const lines = porVenir.map(({ id, largo }) => {
      const place = known.findIndex((one) => one.id === id)
      return { largo, piso: place === -1 ? null : (floors[place] ?? null) }
    })
    const fin = this.fin(now)
    const isBefore = this.actual === null && !this.terminado
    const runs = isClockOn && (isBefore || fin !== null)
    const horas: Record<string, number | null> = {}
    let end: number | null = published.fin
    if (runs) {
      const minute = now - (now % MINUTO)
      const first = floors[0]
      const from = fin ?? (first !== undefined && now - first >= 720 * MINUTO ? first : Math.max(minute, first ?? 0))
      // Pulled forward, only the times that breaks wait for hold back what is to come.
      const all = this.sucesos(published.pausas)
      const own = porVenir.map(({ id, largo }) => ({
        largo,
        piso: this.piso(all[all.findIndex((one) => one.id === id) - 1]),
      }))
      const starts = Dia.starts(from, this.adelanta && fin !== null ? own : lines)
      for (const [index, { id }] of porVenir.entries()) horas[id] = starts[index] ?? null
      end = lines.length === 0 ? from : (starts.at(-1) ?? 0) + (lines.at(-1)?.largo ?? 0)
    } else {
      for (const { id } of porVenir) horas[id] = own(id)
    }
    if (this.actual && !this.terminado) {
      const shown = runs ? this.actual.desde : own(this.actual.id)
      if (this.isShown(this.actual.id)) horas[this.actual.id] = shown
    }
    if (this.terminado) end = null
    let retraso: number | null = null
    if (runs && fin !== null) {
      const next = lines.length === 0 ? published.fin : (lines[0]?.piso ?? null)
      if (next !== null) {
        const minutes = Math.trunc((fin - next) / MINUTO) + 0
        retraso = this.actual?.esPausa ? Math.max(0, minutes) : minutes
      }
    }
    const adelantada = !this.adelanta && runs && fin !== null && floors[0] !== undefined && fin < floors[0]
    return { horas, fin: end, retraso: retraso === 0 ? 0 : retraso, adelantada }
  }

  /** A withdrawn entry and a break of the desk have no row with a time of its own. */
  isShown(id: string): boolean {
    return this.sucesos(this.publicado?.pausas ?? []).some((suceso) => suceso.id === id)
  }
}

/** One random day: both sides get the same acts, and are compared after each. */
function play(seed: number): void {
  const pick = random(seed)
  const dia = new Dia()
  let ids = 0
  const entrada = (): Entrada => ({ id: `e${(ids += 1)}`, largo: (2 + pick(6)) * 37_000, retirada: pick(12) === 0 })
  for (let c = 0; c <= pick(4); c += 1)
    dia.categorias.push({ id: `c${c}`, entradas: Array.from({ length: pick(5) }, entrada) })
  // A day without entries has no programme.
  if (dia.categorias.every(({ entradas }) => entradas.length === 0)) return
  dia.inicio = COMIENZOS[seed % COMIENZOS.length] ?? 0
  const places = [...dia.categorias.map(({ id }) => id), null]
  for (let p = 0; p < pick(4); p += 1)
    dia.pausas.push({
      id: `p${p}`,
      titulo: `Pausa ${p}`,
      antesDe: places[pick(places.length)] ?? null,
      minutos: 5 + pick(30),
      noAntes:
        pick(2) === 0
          ? null
          : new Date(dia.inicio + pick(pick(9) === 0 ? 1_440 : 90) * MINUTO).toISOString().slice(11, 16),
    })

  let turno: Turno = SIN_TURNO
  let publicacion: Publicacion | null = null
  const had = new Set<string>()
  const waits = new Set<string>()
  const categorias = (): CategoriaDeDia[] =>
    dia.categorias.map(({ id, entradas }) => ({ id, entradas: entradas.map((one) => ({ ...one })) }))
  const lista = (): EnLista[] =>
    dia.categorias.flatMap(({ entradas }) =>
      entradas.map(({ id, retirada }) => ({ id, retirado: retirada, llamado: had.has(id), espera: waits.has(id) })),
    )
  const paradas = () =>
    itemsOf(categorias(), publicacion?.pausas ?? []).flatMap((item) =>
      item.tipo === 'pausa' ? [{ id: item.id, titulo: item.pausa.titulo, largo: item.largo, turno: item.turno }] : [],
    )
  let now = dia.inicio - pick(60) * MINUTO - pick(60_000)
  let [isMoved, isRepublished] = [false, false]
  const publish = (): void => {
    const ajustes = { inicio: dia.inicio, montaje: 30, jueceo: 30 }
    const borrador = { categorias: categorias(), pausas: dia.pausas, ajustes, zonaHoraria: 'UTC' }
    publicacion = planDe({ ...borrador, publicado: publicacion, turno: enTurno() }, now)
    if (!publicacion) throw new Error('not planned')
    dia.publish(now)
    expect(publicacion.inicios, `plan of ${seed}`).toEqual(
      Object.fromEntries([...(dia.publicado?.inicios ?? [])].filter(([id]) => id.startsWith('e'))),
    )
    expect(publicacion.pausas.map(({ inicio }) => inicio)).toEqual(
      dia.pausas.map(({ id }) => dia.publicado?.inicios.get(id)),
    )
    expect(publicacion.fin).toBe(dia.publicado?.fin)
    expect(hasChanged(borrador, publicacion, enTurno())).toBe(false)
    isMoved = false
  }
  const enTurno = () => {
    const behind = lista().flatMap(({ id, llamado, espera }, index) =>
      llamado &&
      !espera &&
      index + 1 > (turno.regreso?.selectedRow ?? turno.selectedRow) &&
      index + 1 !== turno.selectedRow
        ? [id]
        : [],
    )
    return { ...turno, pasados: behind }
  }
  const check = (at: number, isClockOn = true): ReturnType<typeof expectativaOf> => {
    if (!publicacion) throw new Error('not published')
    const { fin, pausas, inicios, adelantar } = publicacion
    const tiempoOf = ({ id, largo }: Entrada): readonly [number, number?] => {
      const inicio = inicios[id]
      return inicio === undefined ? [largo / 1_000] : [largo / 1_000, inicio]
    }
    const entradas = dia.categorias.flatMap((categoria) => categoria.entradas)
    const tiempos = Object.fromEntries(entradas.map((one) => [one.id, tiempoOf(one)]))
    const publicas = dia.categorias.map((categoria) => ({
      id: categoria.id,
      competidores: categoria.entradas.map(({ id, retirada }) => ({ id, retiro: retirada ? 'no_se_presento' : null })),
    }))
    const programa = { fin, pausas, tiempos, ...(adelantar && { adelantar }) }
    const seen = expectativaOf(programa, publicas, { turno: enTurno(), activarReloj: isClockOn }, at)
    const wanted = dia.expected(at, isClockOn)
    const horas: Record<string, number | null> = Object.fromEntries(
      [...seen.entradas].map(([id, { hora }]) => [id, hora]),
    )
    const what = `day ${seed} at ${new Date(at).toISOString()}, ${JSON.stringify(turno)}`
    expect(horas, what).toEqual(wanted.horas)
    expect([seen.fin, seen.retraso, seen.adelantada], what).toEqual([wanted.fin, wanted.retraso, wanted.adelantada])
    if (!isMoved && isClockOn && !dia.adelanta) {
      for (const [id, { hora }] of seen.entradas) {
        const own = dia.publicado?.inicios.get(id)
        if (hora !== null && own !== undefined && id !== dia.actual?.id) expect(hora, what).toBeGreaterThanOrEqual(own)
      }
    }
    return seen
  }
  const largoOf = (id: string) => (): number => {
    const found = dia.categorias.flatMap(({ entradas }) => entradas).find((one) => one.id === id)
    return found && !found.retirada ? found.largo : 0
  }
  /** The oracle's own turn after a press. */
  const take = (suceso: Suceso | undefined): void => {
    if (dia.actual) dia.over.add(dia.actual.id)
    if (!suceso) {
      dia.actual = null
      dia.terminado = true
      return
    }
    const fixed = suceso.pausa ? suceso.largo : null
    dia.actual = {
      id: suceso.id,
      desde: now,
      largo: fixed === null ? largoOf(suceso.id) : () => fixed,
      esPausa: fixed !== null,
    }
    dia.terminado = false
  }
  const undo: (() => void)[] = []
  const remember = (): void => {
    const [before, actual, over, terminado, called, waiting] = [
      turno,
      dia.actual,
      new Set(dia.over),
      dia.terminado,
      new Set(had),
      new Set(waits),
    ]
    undo.push(() => {
      turno = before
      dia.actual = actual
      dia.over = over
      dia.terminado = terminado
      had.clear()
      for (const id of called) had.add(id)
      waits.clear()
      for (const id of waiting) waits.add(id)
    })
  }
  const called = (): void => {
    if (turno.competidorId !== null && !turno.pausa) {
      had.add(turno.competidorId)
      waits.delete(turno.competidorId)
    }
  }

  publish()
  check(now)
  for (let act = 0; act < 14; act += 1) {
    now += pick(3) === 0 ? pick(15 * MINUTO) : pick(5 * MINUTO)
    const kind = pick(15)
    if (kind < 6) {
      const next = dia.porVenir(dia.publicado?.pausas ?? [])[0]
      if (dia.terminado) continue
      remember()
      turno = stepTurno(turno, 'siguiente', { lista: lista(), paradas: paradas(), now })
      called()
      take(next)
    } else if (kind === 6 && undo.length > 0) {
      undo.pop()?.()
      // What was published since may give what is to come again a later start than what follows it.
      isMoved ||= isRepublished
    } else if (kind === 7 && turno.competidorId !== null && !turno.pausa && !turno.regreso && dia.actual) {
      // `Pausar`: the desk begins a break after the entry in course.
      remember()
      const minutos = 1 + pick(20)
      turno = { ...turno, desde: now, pausa: { id: null, titulo: 'Pausa técnica', hasta: now + minutos * MINUTO } }
      take({
        id: 'desk',
        largo: minutos * MINUTO,
        pausa: { id: 'desk', titulo: '', antesDe: null, minutos, noAntes: null },
      })
    } else if (kind === 8 && turno.pausa && turno.desde !== undefined && dia.actual) {
      // `Seguimos a las`.
      const hasta = now + (1 + pick(30)) * MINUTO
      turno = { ...turno, pausa: { ...turno.pausa, hasta } }
      const desde = turno.desde ?? 0
      dia.actual = { ...dia.actual, largo: () => hasta - desde }
    } else if (kind === 9) {
      const open = dia.categorias
        .flatMap(({ entradas }) => entradas)
        .filter(({ retirada, id }) => !retirada && !dia.over.has(id))
      const one = open[pick(open.length)]
      // A press after an undo would give the turn to a withdrawn entry: the server skips it.
      if (one && undo.length === 0) one.retirada = true
      else undo.length = 0
    } else if ((kind === 10 || kind === 11) && (turno.pausa || turno.regreso)) {
      // What comes before a break that has begun brings the break again: told by a test of its own.
    } else if (kind === 10) {
      // Two entries that wait change places.
      const { entradas = [] } = dia.categorias[pick(dia.categorias.length)] ?? {}
      const waiting = entradas.filter(
        ({ id, retirada }) => !retirada && !dia.over.has(id) && id !== dia.actual?.id && !had.has(id),
      )
      const [a, b] = [waiting[0], waiting.at(-1)]
      if (a && b && a !== b && !dia.terminado) {
        const [i, j] = [entradas.indexOf(a), entradas.indexOf(b)]
        entradas[i] = b
        entradas[j] = a
        isMoved = true
        undo.length = 0
      }
    } else if (kind === 11) {
      const categoria = dia.categorias[pick(dia.categorias.length)]
      // Not behind the turn: those are listed under `Sin turno`.
      const waits = ({ id, retirada }: Entrada): boolean => !retirada && !dia.over.has(id) && id !== dia.actual?.id
      if (categoria?.entradas.some(waits) && !dia.terminado) {
        const antes = lista()
        categoria.entradas.push({ ...entrada(), retirada: false })
        turno = followTurno(turno, { lista: lista(), antes })
        isMoved = true
        undo.length = 0
      }
    } else if (kind === 12) {
      publish()
      isRepublished = true
    } else if (kind === 13 && !dia.terminado) {
      const done = lista().filter(({ id, retirado }) => had.has(id) && !retirado)
      const one = done[pick(done.length)]
      if (one) {
        remember()
        const at = lista().findIndex(({ id }) => id === one.id) + 1
        turno = { ...callOutOfOrder(turno, at, lista()), desde: now }
        called()
        take({ id: one.id, largo: largoOf(one.id)() })
      }
    }
    if (kind === 14) {
      dia.adelanta = !dia.adelanta
      if (!publicacion) throw new Error('not published')
      const { adelantar: _, ...plain }: Publicacion = publicacion
      publicacion = { ...plain, ...(dia.adelanta && { adelantar: adelantarDe(plain, 'UTC') }) }
    }
    const seen = check(now)
    check(now, false)
    check(now + pick(20) * MINUTO)
    // Within the length of what is in course nothing moves.
    if (dia.actual?.desde === now) {
      const inside = check(now + pick(dia.actual.largo() + 1))
      expect(inside).toEqual(seen)
    }
    // An import brings no stamp: published times stand.
    if (dia.actual) {
      const [kept, actual] = [turno, dia.actual]
      const { desde: _, ...bare } = turno
      turno = bare
      dia.actual = { ...actual, desde: null }
      check(now)
      turno = kept
      dia.actual = actual
    }
  }
}

test(`the expected times of ${DIAS.toLocaleString('en')} random days are those of the contract`, () => {
  for (let seed = 1; seed <= DIAS; seed += 1) play(seed)
}, 600_000)

test('an entry lasts its track between two settings, rounded up; without one, the minutes for each competitor', () => {
  expect(largoDe(180.2, { montaje: 30, jueceo: 45 }, 5)).toBe((30 + 181 + 45) * 1_000)
  expect(largoDe(null, { montaje: 30, jueceo: 45 }, 5)).toBe(5 * MINUTO)
  expect(turnoAt(1, [])).toEqual(SIN_TURNO)
})
