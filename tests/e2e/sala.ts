import type { Page } from '@playwright/test'
import { createPantalla } from '#contract/pantallas.ts'
import { pantallas } from '#contract/views/pantallas.ts'
import { viewKey } from '#contract/view.ts'
import { premiaciones } from '#contract/views/premiaciones.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import type { Client, TestApp } from '../support/app.ts'
import { expect, type Running } from './fixtures.ts'
import { act, readView } from './jueces.ts'

export interface Entrada {
  readonly nombre: string
  readonly compania?: string
  readonly puntos?: string
}

/** An event whose jueves has closed categories, each with its marked entries; the hall has a screen. */
export function treeOf(categorias: Readonly<Record<string, readonly Entrada[]>>): Readonly<Record<string, unknown>> {
  const list = Object.entries(categorias)
  const fecha = '2025-04-10T18:00:00.000Z'
  return {
    categorias: Object.fromEntries(
      list.map(([nombre], at) => [`c${at + 1}`, { nombre, dia: 'jueves', orden: at + 1, fechaCreacion: fecha }]),
    ),
    competidores: Object.fromEntries(
      list.map(([categoria, entradas], at) => [
        `s${at + 1}`,
        Object.fromEntries(
          entradas.map(({ nombre, compania = 'Son de la Loma' }, index) => [
            `c${at + 1}-${index + 1}`,
            { nombre, compania, categoria, dia: 'jueves', orden: index + 1, fechaInscripcion: '2025-03-20' },
          ]),
        ),
      ]),
    ),
    calificaciones: {
      jueves: Object.fromEntries(
        list.map(([categoria, entradas]) => [
          categoria,
          Object.fromEntries(
            entradas.flatMap(({ nombre, puntos }) =>
              puntos === undefined ? [] : [[nombre, { Amparo: { l_calificacion: puntos } }]],
            ),
          ),
        ]),
      ),
    },
    extra: {
      cierres: Object.fromEntries(
        list.flatMap(([, entradas], at) =>
          entradas.some(({ puntos }) => puntos)
            ? [[`c${at + 1}`, { autor: 'Organización', fecha, decision: null }]]
            : [],
        ),
      ),
      pantallas: [{ nombre: 'Sala', tipo: 'Sala' }],
    },
    adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5, mostrarCalificaciones: true },
  }
}

export interface Pantalla {
  readonly admin: Client
  readonly app: TestApp
  readonly id: string
  readonly path: string
}

/** A new screen of a kind, with the path of its link. */
export async function aPantalla({ app }: Running, tipo: TipoPantalla): Promise<Pantalla> {
  if (!app) throw new Error('No app.')
  const admin = await app.as('admin')
  const { id } = await admin.send(createPantalla, { nombre: tipo, tipo })
  const enlace = (await admin.see(pantallas))?.pantallas.find((one) => one.id === id)?.enlace ?? ''
  return { admin, app, id, path: `/#/${tipo === 'Transmisión' ? 'transmision' : 'pantalla'}/${enlace}` }
}

/** The screen of the hall: its id, and its address. */
export async function salaOf(admin: Page): Promise<{ readonly id: string; readonly path: string }> {
  const found = async () => {
    const parts = await readView(admin, viewKey(pantallas))
    return parts.map((part) => Object(part)).find(({ clase }) => clase === 'Sala')
  }
  await expect.poll(found).toBeDefined()
  const { id, enlace } = await found()
  return { id: String(id), path: `/#/pantalla/${String(enlace)}` }
}

export async function muestra(admin: Page, id: string, change: object): Promise<void> {
  await act(admin, 'PUT', `/api/pantallas/${id}/muestra`, change)
}

/** Reveals the next step of a ceremony, or takes the last one back. A press within a second of the one before is dropped, so it is repeated. */
export async function step(admin: Page, id: string, desde: number, sentido: 'siguiente' | 'anterior'): Promise<void> {
  const press = async () => {
    await act(admin, 'PUT', `/api/categorias/${id}/premiacion/paso`, { desde, sentido })
    const parts = await readView(admin, viewKey(premiaciones))
    return parts.map((part) => Object(part)).find(({ tipo }) => tipo === 'premiacion')?.paso
  }
  await expect.poll(press).toBe(sentido === 'siguiente' ? desde + 1 : desde - 1)
}

/** Texts below 1/40 of the height, outside the screen, or larger than their box. */
async function faultsOfText(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // After a change of the size, the text is fitted in the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return [...document.querySelectorAll<HTMLElement>('main *')].filter(hasText).flatMap((element) => {
      const box = element.getBoundingClientRect()
      if (box.width <= 1) return []
      const size = parseFloat(getComputedStyle(element).fontSize)
      const isOut = box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      const isBlock = getComputedStyle(element).display !== 'inline'
      const isCut = isBlock && element.scrollWidth > element.clientWidth + 2
      const fault = size < innerHeight / 40 - 0.01 ? `${size} px` : isOut ? 'outside' : isCut && 'cut'
      return fault ? [`${fault}: ${element.textContent}`] : []
    })
  })
}

const SIZES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const

/** Expects a scene to be readable at every size: no small text, none cut, none outside, no scroll bar. */
export async function expectLegible(page: Page, what: string): Promise<void> {
  const folder = process.env['SHOTS']
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => faultsOfText(page), `${what} at ${width}`).toEqual([])
    const scrolled = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(scrolled, `${what} at ${width}`).toBeLessThanOrEqual(0)
    if (folder) await page.screenshot({ path: `${folder}/${what}-${width}.png`, animations: 'disabled' })
  }
}
