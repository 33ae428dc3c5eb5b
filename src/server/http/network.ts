import { isIPv6 } from 'node:net'

/** The network that an address belongs to: an IPv4 address alone, an IPv6 address with its whole /64, which one line has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, older] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (older !== undefined) return older
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::`
}
