// Runs before the first paint: the device's stage mode, and whether the page printed in the HTML is the one asked for.
const root = document.documentElement
try {
  if (localStorage.getItem('modo') === 'escenario') root.dataset.modo = 'escenario'
} catch {
  // No storage here: the page starts light.
}
if (!['', '#', '#/'].includes(location.hash)) root.dataset.ruta = 'otra'
else {
  // The first poster, before the script that shows it: what a new event's home is waiting for.
  const image = document.createElement('link')
  image.rel = 'preload'
  image.as = 'image'
  image.href = '/cartel-dalia.svg'
  image.fetchPriority = 'high'
  document.head.append(image)
}
