import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { button, dialog, field, row, text } from './tab.ts'

const SALSA = ['Ana', 'Beto', 'Caro', 'Dani']
const turno = () => document.querySelector('.desk')?.textContent?.match(/Ana|Beto|Caro|Dani/)?.[0]
const order = () =>
  [...document.querySelectorAll('tr[data-competidor] td:nth-child(2)')].map(
    (cell) => cell.textContent?.match(/Ana|Beto|Caro|Dani/)?.[0],
  )

test('on the desk a press on a row, and each of its buttons, acts on its own entry', async ({ tab, seed, enter }) => {
  const entry = (nombre: string, at: number) => ({
    nombre,
    compania: 'Sabor',
    categoria: 'Salsa',
    dia: 'jueves',
    orden: at + 1,
    fechaInscripcion: '2025-03-20',
    musicaPath: `musica/${at}.mp3`,
  })
  const tree = {
    categorias: { salsa: { nombre: 'Salsa', dia: 'jueves', orden: 1 } },
    competidores: { salsa: Object.fromEntries(SALSA.map((nombre, at) => [nombre, entry(nombre, at)])) },
    adminMinutoAMinuto: { dia: 'jueves' },
  }
  await seed.tree(tree, Object.fromEntries(SALSA.map((_, at) => [`musica/${at}.mp3`, aTrack(20)])))
  await enter()
  await tab.resize(1280, 1000)
  await tab.open('/#/competidores')

  await tab.press(button('Reproducir Ana'))
  await tab.see({ css: '[type=range][aria-label="Posición de Ana"]' })
  await tab.press(button('Cerrar el reproductor'))
  await tab.press(button('Editar Ana'))
  await tab.until('Ana', () => document.querySelector<HTMLInputElement>('dialog[open] input[type=text]')?.value)
  await tab.press(button('Cancelar', dialog))
  await tab.press(button('Bajar Ana'))
  await tab.until(['Beto', 'Ana', 'Caro', 'Dani'], order)
  const [from, to] = [await tab.at(button('Arrastrar Dani')), await tab.at(button('Arrastrar Ana'))]
  await tab.drag([from, { x: from.x, y: from.y - 12 }, { x: to.x, y: to.y - 12 }, { x: to.x, y: to.y - 16 }])
  await tab.until(['Beto', 'Dani', 'Ana', 'Caro'], order)
  await tab.press(button('Arrastrar Ana'))
  await tab.see(dialog)
  await tab.key('\uE00C')
  await tab.gone(dialog)
  await tab.press(button('Eliminar Beto'))
  await tab.see({ css: 'dialog[open]', name: '*Beto' })
  await tab.press(button('Eliminar', dialog))
  await tab.gone(dialog)
  await tab.until(['Dani', 'Ana', 'Caro'], order)

  await tab.press(row('*Dani'))
  await tab.until('Dani', turno)
  await tab.press(row('*Ana'))
  await tab.until('Ana', turno)
  await tab.press(button('Deshacer'))
  await tab.until('Dani', turno)
  await tab.press(button('*Siguiente turno'))
  await tab.until('Ana', turno)
})

test('on a phone the acts of a row open below it', async ({ tab, seed, enter }) => {
  await seed.dias({ jueves: { Salsa: SALSA } })
  await enter()
  await tab.resize(390, 844)
  await tab.open('/#/competidores')
  await tab.press(button('Más acciones de Beto'))
  await tab.press(button('Editar Beto'))
  await tab.until('Beto', () => document.querySelector<HTMLInputElement>('dialog[open] input[type=text]')?.value)
})

test('a list is reviewed and loaded; dates that are empty say so, and keep what is typed', async ({
  tab,
  seed,
  enter,
}) => {
  await seed.dias({ jueves: { Salsa: SALSA } })
  await enter()
  await tab.open('/#/cargar')
  await tab.type(field('Lista'), 'Día;Categoría;Competidor;Compañía\uE007jueves;Salsa;Eva;Son')
  await tab.press(button('Revisar'))
  await tab.press(button('Cargar 1 competidor'))
  await tab.see(text('*Lista cargada: 1 competidor.'))

  await tab.open('/#/control')
  const described = (label: string): (string | null)[] => {
    const input = [...document.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent === label)
    const [id = ''] = input?.getAttribute('aria-describedby')?.split(' ') ?? []
    return [input?.value ?? null, document.getElementById(id)?.textContent ?? null]
  }
  await tab.until(['', 'Sin fecha'], described, 'Inscripciones desde')
  await tab.run((label: string) => {
    const input = [...document.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent === label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '2031-04-10T12:00')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  }, 'Inscripciones desde')
  await tab.until(['2031-04-10T12:00', null], described, 'Inscripciones desde')
})

test('the papers print once, and a day becomes a PDF', async ({ tab, seed, enter }) => {
  await seed.dias({ jueves: { Salsa: SALSA } })
  await enter()
  await tab.open('/#/calificaciones')
  await tab.run(() => {
    URL.createObjectURL = (file: Blob) => `#${String(file.size > 1_000)}`
    HTMLAnchorElement.prototype.click = function () {
      Object.assign(window, { saved: [this.download, this.hash] })
    }
  })
  await tab.press(button('Imprimir PDF'))
  await tab.until(['calificaciones_jueves.pdf', '#true'], () => Reflect.get(window, 'saved'))

  await tab.open('/#/guia')
  await tab.run(() => {
    Object.assign(window, {
      prints: 0,
      print: () => Object.assign(window, { prints: Reflect.get(window, 'prints') + 1 }),
    })
    location.hash = '/imprimir/orden/jueves'
  })
  await tab.see(text('*Orden del día'))
  await tab.until(1, () => Reflect.get(window, 'prints'))
  expect(await tab.run(() => document.querySelectorAll('header, footer').length)).toBe(0)
})
