#!/bin/sh
# pachi.sh PLAYOUTS SEED RULES [,OPTION]: Pachi without networks, one thread, in its own folder, which PACHI names.
cd "${PACHI:?set it to the folder of Pachi}" &&
  exec ./pachi --nodcnn -d 0 -s "$2" -r "$3" -t "=$1" "threads=1,pondering=0,max_tree_size=512$4"
