import type { RawEndpoint } from './define.ts'
import { ROLES } from '#domain/role.ts'
import { HEALTH_PATH } from './live.ts'

const readable = (path: RawEndpoint['path'], summary: string): RawEndpoint => ({
  method: 'GET',
  path,
  summary,
  roles: ROLES,
})

export const readOpenApi = readable('/api/openapi.json', 'Este documento.')
export const readDocs = readable('/api/docs', 'Este documento, para leerlo.')
export const readHealth = readable(HEALTH_PATH, 'El proceso está en marcha.')
export const readReadiness = readable('/readyz', 'La base de datos y los archivos responden.')
export const readMetrics = readable('/metrics', 'Medidas, en el formato de Prometheus.')
