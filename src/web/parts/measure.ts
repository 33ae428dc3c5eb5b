/** A file of the device is at hand: what has not been read by then will not be. */
const PATIENCE_MS = 2_000

/** How many seconds a file plays, as far as this browser can tell; null when it cannot. */
export async function measure(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  audio.preload = 'metadata'
  try {
    return await new Promise((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(Number.isFinite(audio.duration) ? audio.duration : null))
      audio.addEventListener('error', () => resolve(null))
      setTimeout(() => resolve(null), PATIENCE_MS)
      audio.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
