/** How the marks of a category become places. */
export const METODOS = ['suma', 'recortada', 'mayoria'] as const
export type Metodo = (typeof METODOS)[number]
