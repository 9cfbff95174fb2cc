// A network between a machine and another, which takes time and can be cut.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Relay = {
  address: string;
  /** Breaks all connections, and takes no more until `heal()`. */
  cut: () => void;
  heal: () => void;
  close: () => void;
};

/** Starts a relay to `address` (http); what is sent arrives after half of `roundTripMs`, in both directions. */
export async function startRelay(address: string, roundTripMs = 0): Promise<Relay> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isCut = false;

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    return socket;
  }

  function carry(from: Socket, to: Socket) {
    const later = (act: () => void) => void setTimeout(act, roundTripMs / 2);
    from.on("data", (bytes) => later(() => to.writable && to.write(bytes)));
    from.on("end", () => later(() => to.end()));
    from.on("close", () => later(() => to.destroy()));
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near);
    if (isCut) return near.resetAndDestroy();
    const far = keep(connect({ port: Number(port), host: hostname, allowHalfOpen: true }));
    carry(near, far);
    carry(far, near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    heal() {
      isCut = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
