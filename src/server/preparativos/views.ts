import { preparativos } from '#contract/preparativos.ts'
import { diaEnVivo } from '#domain/ajustes.ts'
import { mapDias } from '#domain/dia.ts'
import { countTextosDeEjemplo } from '#domain/evento.ts'
import { countDia, type Preparativos } from '#domain/preparativos.ts'
import type { Tx } from '../db/database.ts'
import { readEvento } from '../evento/store.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { readJueces } from '../jueces/store.ts'
import { project, type Kinds, type Projection } from '../live/project.ts'
import * as store from './store.ts'

const KINDS: Kinds = {
  preparativos: ['evento', 'categoria', 'competidor', 'retiro', 'reloj', 'juez', 'inscripciones', 'respaldo'],
}

/** What the event lacks, for the administrator. `zona` is the default time zone. */
export function preparativosView(zona: string, server: Pick<Preparativos, 'hasHttps'>): Projection {
  return project(preparativos, {
    touched: KINDS,
    load: async (tx) => new Map([['preparativos', { ...server, ...(await loadPreparativos(tx, zona)) }]]),
    present: (part) => part,
  })
}

async function loadPreparativos(tx: Tx, zona: string): Promise<Omit<Preparativos, 'hasHttps'>> {
  const categorias = await store.listContadas(tx)
  const jueces = await readJueces(tx)
  return {
    dias: mapDias((dia) =>
      countDia(
        categorias.filter((categoria) => categoria.dia === dia),
        jueces,
      ),
    ),
    textosDeEjemplo: countTextosDeEjemplo(await readEvento(tx, zona)),
    hasHora: diaEnVivo(await readAjustes(tx)) !== null,
    hasJueces: jueces.length > 0,
    hasPrincipal: jueces.some(({ activo, principal }) => activo && principal),
    hasCierreDeInscripciones: (await readReglas(tx)).hasta !== null,
    respaldo: await store.readRespaldo(tx),
  }
}
