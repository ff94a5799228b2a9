/** A socket whose peer takes as many bytes as the test says. */
export class SlowSocket {
  bytesWritten = 0;
  writableLength = 0;
  destroyed = false;
  readonly written: string[] = [];

  write(bytes: Buffer | string) {
    this.written.push(String(bytes));
    this.bytesWritten += Buffer.byteLength(bytes);
    this.writableLength += Buffer.byteLength(bytes);
  }
  end(bytes: Buffer) {
    this.write(bytes);
  }
  destroy() {
    this.destroyed = true;
  }
  take(bytes: number) {
    this.writableLength -= Math.min(bytes, this.writableLength);
  }
}
