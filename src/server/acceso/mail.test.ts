import { expect, test } from 'vitest'
import { faultOf } from './mail.ts'

const UNTRUSTED = 'no da una conexión cifrada en la que se pueda confiar'

test.each([
  [{ code: 'ESOCKET', originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, UNTRUSTED],
  [{ code: 'ESOCKET', originalCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, UNTRUSTED],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, UNTRUSTED],
  [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, UNTRUSTED],
  [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, UNTRUSTED],
  [{ code: 'ESOCKET', originalCode: 'EPROTO' }, UNTRUSTED],
  [{ code: 'ETLS' }, UNTRUSTED],
  [{ code: 'EAUTH' }, 'no acepta ese usuario y esa clave'],
  [{ code: 'EAUTH', responseCode: 535 }, 'no acepta ese usuario y esa clave'],
  [{ code: 'EAUTH', responseCode: 454 }, 'no acepta correos por ahora'],
  [{ code: 'EDNS' }, 'no se encuentra'],
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'no responde'],
  [{ code: 'ETIMEDOUT' }, 'no responde'],
  [{ code: 'EENVELOPE' }, null],
  [{ code: 'EENVELOPE', responseCode: 451 }, null],
])('a failure of the mail server with %o is said in words that name the cure', (codes, said) => {
  expect(faultOf(Object.assign(new Error('falló'), codes))).toBe(said)
})
