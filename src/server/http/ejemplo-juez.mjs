// Califica al competidor que tiene el turno con el token de un juez.
// SERVIDOR=https://… TOKEN=… node juez.mjs
const { SERVIDOR, TOKEN } = process.env
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }

// 1. Qué hay que calificar: el turno, las categorías con sus criterios, y las calificaciones de este juez.
const respuesta = await fetch(`${SERVIDOR}/api/vistas?views=juez`, { headers })
if (!respuesta.ok) throw new Error((await respuesta.json()).message)
const partes = (await respuesta.json()).views.juez
const { turno } = partes
const categoria = Object.values(partes).find(({ competidores }) =>
  competidores?.some(({ id }) => id === turno.competidorId),
)
if (!categoria) throw new Error('Nadie tiene el turno.')
const competidor = categoria.competidores.find(({ id }) => id === turno.competidorId)

// 2. Una puntuación por criterio, como texto. La clave hace que un envío repetido cuente una sola vez.
const criterios = Object.fromEntries(categoria.criterios.map(({ clave }) => [clave, '8.5']))
const envio = await fetch(`${SERVIDOR}/api/calificaciones/${competidor.id}`, {
  method: 'PUT',
  headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify({ criterios, version: competidor.marca?.version ?? 0 }),
})
const resultado = await envio.json()
if (!envio.ok) throw new Error(resultado.message)
process.stdout.write(`${competidor.nombre}: ${resultado.l_calificacion} (${resultado.estado})\n`)
