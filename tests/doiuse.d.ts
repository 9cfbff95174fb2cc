// The part of doiuse that styles.test.ts uses; the package brings types for its main entry only.
declare module "doiuse/stream" {
  export default function doiuse(options: { browsers: string[] }, name: string): NodeJS.ReadWriteStream;
}
