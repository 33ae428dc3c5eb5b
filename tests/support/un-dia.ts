/**
 * A day as the words of the contract say it: what is over, what is in course, and when each item is expected. It uses no line
 * of the product. All instants and lengths are ms; the event is in Mexico City, six hours behind UTC.
 */
const MINUTO = 60_000

export interface Entrada {
  readonly id: string
  readonly nombre: string
  readonly largo: number
}

export interface Pausa {
  readonly titulo: string
  readonly largo: number
  /** What follows the break is not planned before this instant. */
  readonly noAntes?: number
}

interface Suceso {
  readonly id: string
  readonly nombre: string
  readonly largo: number
  readonly esPausa: boolean
  readonly previsto: number
}

/** The item in course. `tras`: the entry after which the desk began a break; undefined for every other item. */
interface EnCurso {
  readonly id: string
  readonly nombre: string
  readonly desde: number
  readonly largo: number
  readonly esPausa: boolean
  readonly tras?: string
}

interface Estado {
  readonly pasados: ReadonlySet<string>
  readonly actual: EnCurso | null
  readonly terminado: boolean
}

/** A line of the schedule. `cercania`: how far an entry is from its turn. */
export interface Linea {
  readonly id: string
  readonly nombre: string
  readonly esPausa: boolean
  readonly hora: string
  readonly previsto: string | null
  readonly estado: string
  readonly turno: number
  readonly cercania: string
}

export interface Vista {
  readonly lineas: readonly Linea[]
  readonly ahora: string
  /** The end of the break in course. */
  readonly seguimos: string | null
  readonly ritmo: readonly string[]
}

export const horaOf = (instant: number | null): string => {
  if (instant === null) return '--:--'
  const minutos = Math.floor(instant / MINUTO) - 6 * 60
  const dos = (value: number): string => String(value).padStart(2, '0')
  return `${dos(Math.floor(minutos / 60) % 24)}:${dos(minutos % 60)}`
}

export class UnDia {
  #sucesos: Suceso[]
  readonly #fin: number
  readonly #retirados = new Set<string>()
  #estado: Estado = { pasados: new Set(), actual: null, terminado: false }

  /** The published plan: the items one after the other from a start. */
  constructor(inicio: number, plan: readonly (Entrada | Pausa)[]) {
    let at = inicio
    this.#sucesos = plan.map((one) => {
      const previsto = at
      at = Math.max(previsto + one.largo, ('titulo' in one && one.noAntes) || 0)
      return 'titulo' in one
        ? { id: one.titulo, nombre: one.titulo, largo: one.largo, esPausa: true, previsto }
        : { ...one, esPausa: false, previsto }
    })
    this.#fin = at
  }

  get actual(): EnCurso | null {
    return this.#estado.actual
  }

  get estado(): Estado {
    return this.#estado
  }

  volver(estado: Estado): void {
    this.#estado = estado
  }

  siguiente(now: number): void {
    const pasados = this.#conActual()
    const next = this.#sucesos.find(({ id }) => !pasados.has(id) && !this.#retirados.has(id))
    this.#estado = { pasados, actual: next ? { ...next, desde: now } : null, terminado: !next }
  }

  anterior(now: number): void {
    const at = this.#sucesos.findIndex(({ id }) => id === this.#estado.actual?.id)
    const before = this.#sucesos.slice(0, at).findLast(({ id }) => !this.#retirados.has(id))
    if (before) this.#darA(before, now, new Set([...this.#estado.pasados].filter((id) => id !== before.id)))
  }

  repetir(id: string, now: number): void {
    const one = this.#sucesos.find((suceso) => suceso.id === id)
    if (one) this.#darA(one, now, new Set([...this.#conActual()].filter((pasado) => pasado !== id)))
  }

  pausar(titulo: string, minutos: number, now: number): void {
    const tras = this.#estado.actual?.id ?? ''
    const actual = { id: 'mesa', nombre: titulo, desde: now, largo: minutos * MINUTO, esPausa: true, tras }
    this.#estado = { ...this.#estado, pasados: this.#conActual(), actual }
  }

  seguimos(instant: number): void {
    const { actual } = this.#estado
    if (actual) this.#estado = { ...this.#estado, actual: { ...actual, largo: instant - actual.desde } }
  }

  retirar(id: string): void {
    this.#retirados.add(id)
  }

  /** An entry changes places with the one behind it. */
  bajar(id: string): void {
    const at = this.#sucesos.findIndex((suceso) => suceso.id === id)
    const [one, next] = [this.#sucesos[at], this.#sucesos[at + 1]]
    if (one && next) this.#sucesos = this.#sucesos.with(at, next).with(at + 1, one)
  }

  /** The statuses of the entries alone, in their present order. */
  estados(): string[] {
    return this.ver(0).lineas.flatMap(({ nombre, estado }) => (estado === '' ? [] : [`${nombre} ${estado}`]))
  }

  ver(now: number): Vista {
    const { pasados, actual, terminado } = this.#estado
    const porVenir = this.#sucesos.filter(
      ({ id }) => !terminado && !pasados.has(id) && id !== actual?.id && !this.#retirados.has(id),
    )
    const pisos = porVenir.map(({ previsto }) => previsto).toSorted((a, b) => a - b)
    let fin = actual ? actual.desde + actual.largo : Math.max(now - (now % MINUTO), pisos[0] ?? 0)
    // Past its length the item in course takes another minute, and another.
    if (actual) for (; fin < now;) fin += MINUTO
    const finActual = fin
    const horas = new Map<string, number>(actual ? [[actual.id, actual.desde]] : [])
    for (const [index, { id, largo }] of porVenir.entries()) {
      const hora = Math.max(fin, pisos[index] ?? 0)
      horas.set(id, hora)
      fin = hora + largo
    }
    const lineas = this.#lineas(horas)
    const retraso = Math.trunc((finActual - (pisos[0] ?? this.#fin)) / MINUTO)
    return {
      lineas,
      ahora: actual?.nombre ?? (terminado ? 'Terminó el jueves' : 'Aún no empieza'),
      seguimos: actual?.esPausa ? horaOf(finActual) : null,
      ritmo: [
        ...(actual ? [ritmoOf(actual.esPausa ? Math.max(0, retraso) : retraso)] : []),
        ...(terminado ? [] : [`Termina hacia las ${horaOf(fin)}`]),
      ],
    }
  }

  #lineas(horas: ReadonlyMap<string, number>): Linea[] {
    const { pasados, actual } = this.#estado
    let [turno, faltan] = [0, 0]
    return this.#sucesos.flatMap((suceso): Linea[] => {
      const { id, nombre, esPausa } = suceso
      if (!esPausa) turno += 1
      const isRetirado = this.#retirados.has(id)
      const isActual = id === actual?.id
      const hora = isRetirado ? null : (horas.get(id) ?? null)
      const isOther = hora !== null && Math.abs(hora - suceso.previsto) >= MINUTO
      const espera = pasados.has(id) ? 'Finalizado' : 'Espera'
      const estado = isRetirado ? 'No se presentó' : isActual ? 'Compitiendo' : espera
      if (estado === 'Espera' && !esPausa) faltan += 1
      const cerca = faltan === 1 ? 'Sigue' : `Faltan ${faltan} turnos`
      const cercania = isActual ? 'En pista' : estado === 'Espera' ? cerca : estado
      const linea = {
        id,
        nombre,
        esPausa,
        hora: horaOf(hora),
        previsto: isOther ? horaOf(suceso.previsto) : null,
        estado: esPausa ? '' : estado,
        turno,
        cercania,
      }
      if (actual?.tras !== id) return [linea]
      const mesa = { id: 'mesa', nombre: actual.nombre, esPausa: true, hora: horaOf(actual.desde), previsto: null }
      return [linea, { ...mesa, estado: '', turno, cercania: '' }]
    })
  }

  #darA({ id, nombre, largo, esPausa }: Suceso, now: number, pasados: ReadonlySet<string>): void {
    this.#estado = { pasados, actual: { id, nombre, largo, esPausa, desde: now }, terminado: false }
  }

  #conActual(): Set<string> {
    const { pasados, actual } = this.#estado
    return new Set(actual ? [...pasados, actual.id] : pasados)
  }
}

function ritmoOf(retraso: number): string {
  if (retraso === 0) return 'A tiempo'
  return retraso > 0 ? `${retraso} min de retraso` : `${-retraso} min de adelanto`
}
