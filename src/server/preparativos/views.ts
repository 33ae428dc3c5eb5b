import { preparativos } from '#contract/preparativos.ts'
import { diaEnVivo } from '#domain/ajustes.ts'
import { isCompleta } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { textosDeEjemplo } from '#domain/textosDeEvento.ts'
import { countDia, type ConteoDeDia, type Preparativos } from '#domain/preparativos.ts'
import { alcanzadosOf, faseOf } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import { readEvento, readGaleria } from '../evento/store.ts'
import { readCategorias } from '../horario/categorias.ts'
import { readOrdenCerrado } from '../horario/numeros.ts'
import { ORDEN_KINDS, PROGRAMA_KINDS } from '../horario/parts.ts'
import { loadEstadoDePrograma } from '../horario/programa.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { readEnCurso } from '../horario/turno.ts'
import { readJueces } from '../jueces/store.ts'
import { project, type Kinds, type Projection } from '../live/project.ts'

const KINDS: Kinds = {
  preparativos: [
    'evento',
    ...PROGRAMA_KINDS,
    ...ORDEN_KINDS.turno,
    'orden',
    'cierre',
    'juez',
    'inscripciones',
    'respaldo',
  ],
}

/** What the event lacks, for the administrator. `zona` is the default time zone. */
export function preparativosView(zona: string, server: Pick<Preparativos, 'hasHttps'>): Projection {
  return project(preparativos, {
    touched: KINDS,
    load: (tx) => ({ preparativos: async () => ({ ...server, ...(await loadPreparativos(tx, zona)) }) }),
    present: (part) => part,
  })
}

async function loadPreparativos(tx: Tx, zona: string): Promise<Omit<Preparativos, 'hasHttps'>> {
  const categorias = (await readCategorias(tx, 'all')).filter(isCompleta)
  const jueces = await readJueces(tx)
  const evento = await readEvento(tx, zona)
  const readDia = async (dia: Dia): Promise<ConteoDeDia> => {
    const de = categorias.filter((categoria) => categoria.dia === dia)
    const programa = await loadEstadoDePrograma(tx, dia)
    const ordenCerrado = (await readOrdenCerrado(tx, dia)) !== undefined
    const { turno, lista } = await readEnCurso(tx, dia)
    const avance = { fase: faseOf(turno, lista.length), alcanzados: alcanzadosOf(turno, lista) }
    return countDia({ categorias: de, ...avance, programa, ordenCerrado }, jueces)
  }
  return {
    dias: { jueves: await readDia('jueves'), viernes: await readDia('viernes'), sábado: await readDia('sábado') },
    textosDeEjemplo: textosDeEjemplo(evento),
    hasFecha: Boolean(evento.fecha),
    hasImagenes: (await readGaleria(tx)).length > 0,
    hasHora: diaEnVivo(await readAjustes(tx)) !== null,
    hasJueces: jueces.length > 0,
    hasPrincipal: jueces.some(({ activo, principal }) => activo && principal),
    hasCierreDeInscripciones: (await readReglas(tx)).hasta !== null,
    respaldo: (await tx.selectFrom('respaldo').select('fecha').executeTakeFirst())?.fecha ?? null,
  }
}
