import { ParseServer } from 'parse-server'
import { answerOrders, usage } from '../orders.ts'

/** parse-server with its LiveQuery on PostgreSQL. Anybody may listen; who is signed in may save. */
const APP = 'bench'

const orders = {
  ...usage,
  start: async ({ port, databaseUrl }) => {
    const serverURL = `http://127.0.0.1:${port}/parse`
    await ParseServer.startApp({
      appId: APP,
      masterKey: 'bench-master',
      serverURL,
      port,
      host: '127.0.0.1',
      mountPath: '/parse',
      databaseURI: databaseUrl,
      liveQuery: { classNames: ['Turno'] },
      startLiveQueryServer: true,
      silent: true,
      logLevel: 'error',
      logsFolder: null,
      verifyServerUrl: false,
      schema: {
        definitions: [
          {
            className: 'Turno',
            fields: {
              numero: { type: 'Number' },
              dia: { type: 'String' },
              selectedRow: { type: 'Number' },
              competidorId: { type: 'String' },
            },
            classLevelPermissions: {
              find: { '*': true },
              get: { '*': true },
              count: { '*': true },
              create: { requiresAuthentication: true },
            },
          },
        ],
      },
    })
    const headers = { 'content-type': 'application/json', 'x-parse-application-id': APP }
    const body = JSON.stringify({ username: 'organizacion', password: 'una-clave-larga' })
    const response = await fetch(`${serverURL}/users`, { method: 'POST', headers, body })
    const { sessionToken } = await response.json()
    if (!sessionToken) throw new Error('Nobody could sign up.')
    return { path: '/parse/classes/Turno', headers: { ...headers, 'x-parse-session-token': sessionToken } }
  },
}
answerOrders(orders)
