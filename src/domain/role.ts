export const ROLES = ['visitante', 'usuario', 'juez', 'admin'] as const
export type Role = (typeof ROLES)[number]
