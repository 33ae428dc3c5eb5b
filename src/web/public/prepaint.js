// Runs before the first paint: the device's stage mode, and whether the page printed in the HTML is the one asked for.
const root = document.documentElement
try {
  if (localStorage.getItem('modo') === 'escenario') root.dataset.modo = 'escenario'
} catch {
  // No storage here: the page starts light.
}
if (!['', '#', '#/'].includes(location.hash)) root.dataset.ruta = 'otra'
