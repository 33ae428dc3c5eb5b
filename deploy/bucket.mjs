/** Creates the bucket of the stored files. Retries for a minute while the store does not answer. Does nothing when the bucket exists. */
import { setTimeout } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const { S3_ENDPOINT, S3_KEY, S3_SECRET, S3_BUCKET, S3_REGION = 'us-east-1' } = process.env
const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  credentials: { accessKeyId: S3_KEY, secretAccessKey: S3_SECRET },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
})

const EXISTS = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']

for (let left = 60; ; left -= 1) {
  try {
    await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }))
    break
  } catch (error) {
    if (EXISTS.includes(error.name)) break
    if (left === 0) throw error
    await setTimeout(1_000)
  }
}
process.stdout.write(`La cubeta ${S3_BUCKET} existe.\n`)
