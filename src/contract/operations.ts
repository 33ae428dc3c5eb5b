import type { RawEndpoint } from './define.ts'
import { ROLES } from '#domain/role.ts'

export const readOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Este documento.',
  roles: ROLES,
} as const satisfies RawEndpoint

export const readDocs = {
  method: 'GET',
  path: '/api/docs',
  summary: 'Este documento, para leerlo.',
  roles: ROLES,
} as const satisfies RawEndpoint

export const readHealth = {
  method: 'GET',
  path: '/healthz',
  summary: 'El proceso está en marcha.',
  roles: ROLES,
} as const satisfies RawEndpoint

export const readReadiness = {
  method: 'GET',
  path: '/readyz',
  summary: 'La base de datos y los archivos responden.',
  roles: ROLES,
} as const satisfies RawEndpoint

export const readMetrics = {
  method: 'GET',
  path: '/metrics',
  summary: 'Medidas, en el formato de Prometheus.',
  roles: ROLES,
} as const satisfies RawEndpoint
