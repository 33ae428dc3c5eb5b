import { expect, test } from 'vitest'
import { ApiProblem, UNREADABLE } from '../api/request.ts'
import { outcomeOf } from './sender.ts'

test.each([
  [0, 'network.away', 'sinRespuesta'],
  [500, 'server.fault', 'sinRespuesta'],
  [503, 'database.unsure', 'sinRespuesta'],
  [429, 'session.tooManyRequests', 'sinRespuesta'],
  [404, UNREADABLE, 'sinRespuesta'],
  [403, 'network.signIn', 'sinRespuesta'],
  [401, 'session.required', 'sinSesion'],
  [403, 'session.forbidden', 'sinSesion'],
  [409, 'calificacion.versions', 'versiones'],
  [409, 'tardia.full', 'rechazada'],
])('a refusal with %i %s means %s', (status, code, tipo) => {
  expect(outcomeOf(new ApiProblem({ status, code, message: 'No.' }))).toMatchObject({ tipo })
})

test('a refused figure is shown at its criterion', () => {
  const fields = { 'criterios.b_tiempo': 'Escribe un número.' }
  const error = new ApiProblem({ status: 400, code: 'input.invalid', message: '', fields })
  expect(outcomeOf(error)).toEqual({ tipo: 'invalida', faltas: { b_tiempo: 'Escribe un número.' } })
})
