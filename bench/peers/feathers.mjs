import { randomBytes } from 'node:crypto'
import { authenticate, AuthenticationService, JWTStrategy } from '@feathersjs/authentication'
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa'
import socketio from '@feathersjs/socketio'
import knex from 'knex'
import { answerOrders, usage } from '../orders.ts'

/** Feathers with socket.io on PostgreSQL, put together as its generator does. Anybody may listen; who is signed in may save. */
const orders = {
  ...usage,
  start: async ({ port, databaseUrl }) => {
    const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 2, max: 10 } })
    await db.schema.createTable('users', (table) => {
      table.increments('id')
      table.string('email').unique()
    })
    await db.schema.createTable('turno', (table) => {
      table.increments('id')
      table.integer('numero')
      table.string('dia')
      table.integer('selectedRow')
      table.string('competidorId')
    })

    const app = koa(feathers())
    app.use(errorHandler())
    app.use(parseAuthentication())
    app.use(bodyParser())
    app.configure(rest())
    app.configure(socketio({ transports: ['websocket'], serveClient: false }, forgetRequests))
    app.set('authentication', {
      entity: 'user',
      entityId: 'id',
      service: 'users',
      secret: randomBytes(32).toString('base64'),
      authStrategies: ['jwt'],
      jwtOptions: { header: { typ: 'access' }, audience: 'https://example.com', algorithm: 'HS256', expiresIn: '1d' },
    })
    const authentication = new AuthenticationService(app)
    authentication.register('jwt', new JWTStrategy())
    app.use('authentication', authentication)
    app.use('users', new KnexService({ Model: db, name: 'users' }), { methods: ['get'], events: [] })
    app.use('turno', new KnexService({ Model: db, name: 'turno' }), { methods: ['create'], events: [] })
    app.service('turno').hooks({ before: { create: [authenticate('jwt')] } })
    app.on('connection', (connection) => app.channel('everybody').join(connection))
    app.service('turno').publish('created', () => app.channel('everybody'))
    await app.listen(port, '127.0.0.1')

    const [{ id }] = await db('users').insert({ email: 'organizacion@example.com' }).returning('id')
    const token = await authentication.createAccessToken({}, { subject: String(id) })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return { path: '/turno', headers }
  },
}
answerOrders(orders)

/** As socket.io's page on memory advises: a connection does not hold the request that opened it. */
function forgetRequests(io) {
  io.engine.on('connection', (socket) => {
    socket.request = null
  })
}
