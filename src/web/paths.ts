import { ROLES, type Role } from '#domain/role.ts'

interface Row {
  /** The title of the window. */
  readonly title: string
  /** The roles that may open the screen. The others are redirected home. */
  readonly roles: readonly Role[]
  /** The item of the menu, and the roles that see it. Items keep the order of these rows. */
  readonly menu?: { readonly label: string; readonly roles: readonly Role[] }
  /** Uses the width of the organisers' screens. */
  readonly isWide?: true
  /** The first sentence of the toast when the session ends while the screen is open. */
  readonly ended?: string
}

/** Every address, with its title, its roles and its item in the menu. */
export const PATHS = {
  '/': { title: 'Inicio', roles: ROLES, menu: { label: 'Inicio', roles: ROLES } },
  '/acceder': { title: 'Acceder', roles: ROLES, menu: { label: 'Acceder', roles: ['visitante'] } },
  '/registro': { title: 'Crear cuenta', roles: ROLES },
  '/perfil': { title: 'Perfil', roles: ['usuario'], menu: { label: 'Perfil', roles: ['usuario'] } },
  '/editarPerfil': {
    title: 'Editar perfil',
    roles: ['usuario'],
    menu: { label: 'Editar usuario', roles: ['usuario'] },
    ended: 'Usuario no autenticado.',
  },
  '/competencia': {
    title: 'Competencia',
    roles: ['usuario'],
    menu: { label: 'Competencia', roles: ['usuario'] },
    ended: 'Debes iniciar sesión para agregar competidores.',
  },
  '/cambiarPassword': {
    title: 'Cambiar contraseña',
    roles: ['usuario'],
    menu: { label: 'Cambiar contraseña', roles: ['usuario'] },
    ended: 'No hay un usuario autenticado.',
  },
  '/restablecer': { title: 'Olvidé mi contraseña', roles: ROLES },
  '/configurar/:token': { title: 'Primer administrador', roles: ROLES },
  '/restablecer/:token': { title: 'Nueva contraseña', roles: ROLES },
  '/admin': { title: 'Panel Admin', roles: ['admin'], menu: { label: 'Panel Admin', roles: ['admin'] } },
  '/categorias': {
    title: 'Categorías',
    roles: ['admin'],
    menu: { label: 'Categorías', roles: ['admin'] },
    isWide: true,
  },
  '/competidores': {
    title: 'Competidores por Categoría',
    roles: ['admin'],
    menu: { label: 'Competidores', roles: ['admin'] },
    isWide: true,
  },
  '/usuarios': {
    title: 'Lista de Usuarios',
    roles: ['admin'],
    menu: { label: 'Usuarios', roles: ['admin'] },
    isWide: true,
  },
  // For all: it opens without a session from what the device keeps, and says how to enter.
  '/juez': { title: 'Calificar', roles: ROLES, menu: { label: 'Calificar', roles: ['juez'] } },
  '/juez/:token': { title: 'Entrar como juez', roles: ROLES },
  '/horario': {
    title: 'Minuto a Minuto',
    roles: ROLES,
    menu: { label: 'Horario', roles: ['juez', 'admin'] },
  },
  '/control': {
    title: 'Control de Reloj',
    roles: ['admin'],
    menu: { label: 'Control', roles: ['admin'] },
    isWide: true,
  },
  '/calificaciones': {
    title: 'Resultados',
    roles: ROLES,
    menu: { label: 'Calificaciones', roles: ['juez', 'admin'] },
  },
  '/evento': {
    title: 'Evento',
    roles: ['admin'],
    menu: { label: 'Evento', roles: ['admin'] },
    isWide: true,
  },
  '/jueces': {
    title: 'Jueces',
    roles: ['admin'],
    menu: { label: 'Jueces', roles: ['admin'] },
    isWide: true,
  },
  '/bitacora': {
    title: 'Bitácora',
    roles: ['admin'],
    menu: { label: 'Bitácora', roles: ['admin'] },
    isWide: true,
  },
  '/calificaciones-detalle/:dia/:categoria/:nombre': { title: 'Detalles de calificación', roles: ROLES },
} as const satisfies Record<string, Row>

export type Path = keyof typeof PATHS
/** The paths with an item in a menu. */
export type MenuPath = { [P in Path]: (typeof PATHS)[P] extends { readonly menu: object } ? P : never }[Path]

/** The items of a role's menu, in order. */
export function menuOf(role: Role): { readonly path: MenuPath; readonly label: string }[] {
  return ROWS.flatMap(([path, { menu }]) =>
    isMenuPath(path) && menu?.roles.includes(role) ? [{ path, label: menu.label }] : [],
  )
}

function isMenuPath(path: Path): path is MenuPath {
  return 'menu' in PATHS[path]
}

export const ROWS: readonly (readonly [Path, Row])[] = (Object.keys(PATHS) as Path[]).map((path) => [path, PATHS[path]])

/** The `href` of a link to a screen. */
export function hrefTo(path: Path): string {
  return `#${path}`
}

/** The screen after signing in. */
export function homeOf(role: Role): Path {
  if (role === 'admin') return '/admin'
  if (role === 'juez') return '/juez'
  return role === 'usuario' ? '/perfil' : '/'
}
