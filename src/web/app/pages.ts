import '../organizador.css'
import {
  CalendarClock,
  ClipboardPen,
  Gauge,
  Gavel,
  History,
  House,
  type IconNode,
  IdCard,
  KeyRound,
  Layers,
  ListOrdered,
  ListPlus,
  LogIn,
  Music,
  Pencil,
  SlidersHorizontal,
  Sparkles,
  Trophy,
  User,
  Users,
} from 'lucide'
import type { ComponentType } from 'react'
import type { Params } from '../address.ts'
import type { MenuPath, Path } from '../paths.ts'

/** A page receives the parameters of its address. */
export type Page = ComponentType<{ params: Params }>

interface Row {
  readonly load?: () => Promise<Page>
  readonly icon?: IconNode
}

const loadGuia = async () => (await import('../guia/GuiaPage.tsx')).GuiaPage

/**
 * The code of the pages that are not public, and the icon of each item of the menu, by address. A file of its own: few visitors
 * open one, and the list is long.
 */
export const PAGES = {
  '/': { icon: House },
  '/horario': { icon: CalendarClock },
  '/calificaciones': { icon: Trophy },
  '/acceder': { icon: LogIn, load: async () => (await import('../acceso/AccederPage.tsx')).AccederPage },
  '/registro': { load: async () => (await import('../usuarios/RegistroPage.tsx')).RegistroPage },
  '/perfil': { icon: User, load: async () => (await import('../usuarios/PerfilPage.tsx')).PerfilPage },
  '/editarPerfil': {
    icon: Pencil,
    load: async () => (await import('../usuarios/EditarPerfilPage.tsx')).EditarPerfilPage,
  },
  '/cambiarPassword': {
    icon: KeyRound,
    load: async () => (await import('../acceso/CambiarPasswordForm.tsx')).CambiarPasswordPage,
  },
  '/restablecer': { load: async () => (await import('../acceso/OlvidePage.tsx')).OlvidePage },
  '/configurar/:token': { load: async () => (await import('../acceso/Enlace.tsx')).ConfigurarPage },
  '/restablecer/:token': { load: async () => (await import('../acceso/Enlace.tsx')).RestablecerPage },
  '/competencia': {
    icon: Music,
    load: async () => (await import('../inscripciones/CompetenciaPage.tsx')).CompetenciaPage,
  },
  '/admin': { icon: Gauge, load: async () => (await import('./AdminPage.tsx')).AdminPage },
  '/categorias': { icon: Layers, load: async () => (await import('../categorias/CategoriasPage.tsx')).CategoriasPage },
  '/competidores': {
    icon: Users,
    load: async () => (await import('../competidores/CompetidoresPage.tsx')).CompetidoresPage,
  },
  '/imprimir/:papel/:dia': { load: async () => (await import('../competidores/PapelPage.tsx')).PapelPage },
  '/usuarios': { icon: IdCard, load: async () => (await import('../usuarios/UsuariosPage.tsx')).UsuariosPage },
  '/juez': { icon: ClipboardPen, load: async () => (await import('../juez/JuezPage.tsx')).JuezPage },
  '/juez/:token': { load: async () => (await import('../juez/EntrarPage.tsx')).EntrarPage },
  '/control': { icon: SlidersHorizontal, load: async () => (await import('../horario/ControlPage.tsx')).ControlPage },
  '/cargar': { icon: ListPlus, load: async () => (await import('../inscripciones/CargarPage.tsx')).CargarPage },
  '/programa': { icon: ListOrdered, load: async () => (await import('../programa/ProgramaPage.tsx')).ProgramaPage },
  '/evento': { icon: Sparkles, load: async () => (await import('../evento/EventoPage.tsx')).EventoPage },
  '/jueces': { icon: Gavel, load: async () => (await import('../jueces/JuecesPage.tsx')).JuecesPage },
  '/bitacora': { icon: History, load: async () => (await import('../bitacora/BitacoraPage.tsx')).BitacoraPage },
  '/guia': { load: loadGuia },
  '/guia/:parte': { load: loadGuia },
} satisfies Partial<Record<Path, Row>> & Record<MenuPath, Row & { readonly icon: IconNode }>
