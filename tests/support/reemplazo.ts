import { Readable } from 'node:stream'
import type { TestApp } from './app.ts'
import { aCategoria, aCompetidor, seedCalificacion } from './builders.ts'

/** A small tree, and its files. */
export const TREE = {
  users: { u1: { email: 'ana@example.com', fotoPath: 'fotos/nueva.jpg' } },
  categorias: { c1: { nombre: 'Salsa', dia: 'jueves' } },
  competidores: { salsa: { e1: { nombre: 'Ana', categoria: 'Salsa', dia: 'jueves', musicaPath: 'musica/nueva.mp3' } } },
}
export const FILES = ['fotos/nueva.jpg', 'musica/nueva.mp3', 'carrusel/nueva.jpg']

export async function put(app: TestApp, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) await app.deps.files.put(path, Readable.from([path]))
}

/** An event with files: those of an entry, of a user and of the home page, and one that nobody named. */
export async function seedEvento(app: TestApp): Promise<void> {
  const categoria = aCategoria({ nombre: 'Vieja' })
  const entry = aCompetidor({ categoriaId: categoria.id, musicaPath: 'musica/vieja.mp3' })
  await app.deps.db.write(async (tx) => {
    await tx.insertInto('categorias').values(categoria).execute()
    await tx.insertInto('competidores').values(entry).execute()
    await tx.updateTable('users').set({ fotoPath: 'fotos/vieja.jpg' }).execute()
  })
  await seedCalificacion(app, entry.id, 'Juez viejo', '1')
  await put(app, 'musica/vieja.mp3', 'fotos/vieja.jpg', 'carrusel/vieja.jpg')
}

export const stored = (app: TestApp): Promise<string[]> => app.deps.files.list('')
