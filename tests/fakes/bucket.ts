// A fake S3-compatible storage service with one bucket, which checks signatures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** Starts the service with a bucket named `pictures`. */
export async function startBucket() {
  const directory = mkdtempSync(join(tmpdir(), "b-side-bucket-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "pictures", configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  // The only keys that s3rver accepts.
  const keys = { region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  return {
    endpoint,
    bucket: "pictures",
    keys,
    /** The environment of an app that uses it. */
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: "pictures",
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
