import { detalle, NO_DETALLE, resultados, type Detalle, type DetalleParams } from '#contract/views/calificaciones.ts'
import { DIAS } from '#domain/dia.ts'
import { detalleEnRuta, type Ruta } from '#contract/views/ruta.ts'
import type { Client } from './app.ts'

/** What the page of a detail shows: it finds the entry of its address in the results of the day. */
export async function seeDetalle(client: Client, ruta: Ruta): Promise<Detalle | undefined> {
  const day = await client.see(resultados, { dia: ruta.dia })
  const params = await paramsAt(client, ruta)
  return params ? client.see(detalle, params) : day && { ...NO_DETALLE, visible: day.visible }
}

/** The parameters of the detail at an address, for a client that sees the results of the day. */
export async function detalleAt(client: Client, ruta: Ruta): Promise<DetalleParams> {
  const params = await paramsAt(client, ruta)
  if (!params) throw new Error(`No entry at ${JSON.stringify(ruta)}.`)
  return params
}

async function paramsAt(client: Client, ruta: Ruta): Promise<DetalleParams | undefined> {
  const days = await Promise.all(DIAS.map((dia) => client.see(resultados, { dia })))
  return detalleEnRuta(
    days.flatMap((day) => day ?? []),
    ruta,
  )
}
