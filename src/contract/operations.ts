import { ROLES } from '#domain/role.ts'
import { raw } from './define.ts'
import { HEALTH_PATH } from './live.ts'

export const readOpenApi = raw('GET', '/api/openapi.json', { roles: ROLES, summary: 'Este documento.' })
export const readDocs = raw('GET', '/api/docs', { roles: ROLES, summary: 'Este documento, para leerlo.' })
export const readHealth = raw('GET', HEALTH_PATH, { roles: ROLES, summary: 'El proceso está en marcha.' })
export const readReadiness = raw('GET', '/readyz', {
  roles: ROLES,
  summary: 'La base de datos y los archivos responden.',
})
export const readMetrics = raw('GET', '/metrics', { roles: ROLES, summary: 'Medidas, en el formato de Prometheus.' })
