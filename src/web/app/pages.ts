import '../organizador.css'
import type { ComponentType } from 'react'
import type { Params } from '../address.ts'
import type { Path } from '../paths.ts'

/** A page receives the parameters of its address. */
export type Page = ComponentType<{ params: Params }>

const loadGuia = async () => (await import('../guia/GuiaPage.tsx')).GuiaPage

/** The code of the pages that are not public. A file of its own: few visitors open one, and the list is long. */
export const PAGES = {
  '/acceder': async () => (await import('../acceso/AccederPage.tsx')).AccederPage,
  '/registro': async () => (await import('../usuarios/RegistroPage.tsx')).RegistroPage,
  '/perfil': async () => (await import('../usuarios/PerfilPage.tsx')).PerfilPage,
  '/editarPerfil': async () => (await import('../usuarios/EditarPerfilPage.tsx')).EditarPerfilPage,
  '/cambiarPassword': async () => (await import('../acceso/CambiarPasswordForm.tsx')).CambiarPasswordPage,
  '/restablecer': async () => (await import('../acceso/OlvidePage.tsx')).OlvidePage,
  '/configurar/:token': async () => (await import('../acceso/Enlace.tsx')).ConfigurarPage,
  '/restablecer/:token': async () => (await import('../acceso/Enlace.tsx')).RestablecerPage,
  '/competencia': async () => (await import('../inscripciones/CompetenciaPage.tsx')).CompetenciaPage,
  '/admin': async () => (await import('./AdminPage.tsx')).AdminPage,
  '/categorias': async () => (await import('../categorias/CategoriasPage.tsx')).CategoriasPage,
  '/competidores': async () => (await import('../competidores/CompetidoresPage.tsx')).CompetidoresPage,
  '/imprimir/:papel/:dia': async () => (await import('../competidores/PapelPage.tsx')).PapelPage,
  '/usuarios': async () => (await import('../usuarios/UsuariosPage.tsx')).UsuariosPage,
  '/juez': async () => (await import('../juez/JuezPage.tsx')).JuezPage,
  '/juez/:token': async () => (await import('../juez/EntrarPage.tsx')).EntrarPage,
  '/control': async () => (await import('../horario/ControlPage.tsx')).ControlPage,
  '/cargar': async () => (await import('../inscripciones/CargarPage.tsx')).CargarPage,
  '/programa': async () => (await import('../programa/ProgramaPage.tsx')).ProgramaPage,
  '/pantallas': async () => (await import('../pantallas/PantallasPage.tsx')).PantallasPage,
  '/evento': async () => (await import('../evento/EventoPage.tsx')).EventoPage,
  '/jueces': async () => (await import('../jueces/JuecesPage.tsx')).JuecesPage,
  '/bitacora': async () => (await import('../bitacora/BitacoraPage.tsx')).BitacoraPage,
  '/guia': loadGuia,
  '/guia/:parte': loadGuia,
} satisfies Partial<Record<Path, () => Promise<Page>>>
