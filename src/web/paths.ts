import { ROLES, type Role } from '#domain/role.ts'

export interface Row {
  /** The title of the window. */
  readonly title: string
  /** The roles that may open the screen. The others are redirected home. */
  readonly roles: readonly Role[]
  /** The label of the item of the menu. Items keep the order of these rows. */
  readonly menu?: string
  /** The roles that see the item of the menu; the default is `roles`. */
  readonly menuRoles?: readonly Role[]
  /** Uses the width of the organisers' screens. */
  readonly isWide?: true
  /** A sheet to print: without header and footer. */
  readonly isPapel?: true
}

/** Every address, with its title, its roles and its item in the menu. */
export const PATHS = {
  '/': { title: 'Inicio', roles: ROLES, menu: 'Inicio' },
  '/acceder': { title: 'Acceder', roles: ROLES, menu: 'Acceder', menuRoles: ['visitante'] },
  '/registro': { title: 'Crear cuenta', roles: ROLES },
  '/perfil': { title: 'Perfil', roles: ['usuario'], menu: 'Perfil' },
  '/editarPerfil': { title: 'Editar perfil', roles: ['usuario'], menu: 'Editar usuario' },
  '/competencia': { title: 'Competencia', roles: ['usuario'], menu: 'Competencia' },
  '/cambiarPassword': { title: 'Cambiar contraseña', roles: ['usuario'], menu: 'Cambiar contraseña' },
  '/restablecer': { title: 'Olvidé mi contraseña', roles: ROLES },
  '/configurar/:token': { title: 'Primer administrador', roles: ROLES },
  '/restablecer/:token': { title: 'Nueva contraseña', roles: ROLES },
  '/admin': { title: 'Panel Admin', roles: ['admin'], menu: 'Panel Admin' },
  '/categorias': { title: 'Categorías', roles: ['admin'], menu: 'Categorías', isWide: true },
  '/competidores': { title: 'Competidores por Categoría', roles: ['admin'], menu: 'Competidores', isWide: true },
  '/usuarios': { title: 'Lista de Usuarios', roles: ['admin'], menu: 'Usuarios', isWide: true },
  // For all: it opens without a session from what the device keeps, and says how to enter.
  '/juez': { title: 'Calificar', roles: ROLES, menu: 'Calificar', menuRoles: ['juez'] },
  '/juez/:token': { title: 'Entrar como juez', roles: ROLES },
  '/horario': { title: 'Minuto a Minuto', roles: ROLES, menu: 'Horario', menuRoles: ['juez', 'admin'] },
  '/control': { title: 'Control de Reloj', roles: ['admin'], menu: 'Control', isWide: true },
  '/calificaciones': { title: 'Resultados', roles: ROLES, menu: 'Calificaciones', menuRoles: ['juez', 'admin'] },
  '/cargar': { title: 'Cargar lista', roles: ['admin'], menu: 'Cargar lista', isWide: true },
  '/programa': { title: 'Programa', roles: ['admin'], menu: 'Programa', isWide: true },
  '/pantallas': { title: 'Pantallas', roles: ['admin'], menu: 'Pantallas', isWide: true },
  '/evento': { title: 'Evento', roles: ['admin'], menu: 'Evento', isWide: true },
  '/jueces': { title: 'Jueces', roles: ['admin'], menu: 'Jueces', isWide: true },
  '/bitacora': { title: 'Bitácora', roles: ['admin'], menu: 'Bitácora', isWide: true },
  '/imprimir/:papel/:dia': { title: 'Imprimir', roles: ['admin'], isPapel: true },
  // For all: it opens without a session, from what the device keeps.
  '/guia': { title: 'Guía', roles: ROLES },
  '/guia/:parte': { title: 'Guía', roles: ROLES },
  '/calificaciones-detalle/:dia/:categoria/:nombre': { title: 'Detalles de calificación', roles: ROLES },
} as const satisfies Record<string, Row>

export type Path = keyof typeof PATHS
/** The paths with an item in a menu. */
export type MenuPath = { [P in Path]: (typeof PATHS)[P] extends { readonly menu: string } ? P : never }[Path]

/** The items of a role's menu, in order. */
export function menuOf(role: Role): { readonly path: MenuPath; readonly label: string }[] {
  return ROWS.flatMap(([path, { menu, roles, menuRoles = roles }]) =>
    isMenuPath(path) && menu !== undefined && menuRoles.includes(role) ? [{ path, label: menu }] : [],
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
