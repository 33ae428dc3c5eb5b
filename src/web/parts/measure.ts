/** The longest wait for the browser to read the file. */
const TIMEOUT_MS = 2_000

/** The duration of an audio file in seconds; null when this browser cannot read it. */
export async function measure(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  audio.preload = 'metadata'
  try {
    return await new Promise((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(Number.isFinite(audio.duration) ? audio.duration : null))
      audio.addEventListener('error', () => resolve(null))
      setTimeout(() => resolve(null), TIMEOUT_MS)
      audio.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
